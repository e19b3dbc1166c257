/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { withPage } from './chromium-page.ts';

/** The result of scrolling through the list. */
export interface Scrolled {
  /** Duration in milliseconds of each task of the page longer than 50 ms, which Chromium calls a long task. */
  long: number[];
  /** Maximum number of rows in the page at once. */
  rows: number;
  /** How far down the list it got, in pixels. */
  reached: number;
}

const FRAME_MS = 16;
/** One turn of the wheel, in pixels. */
const TURN = 400;

async function turn(page: Page, turns: number): Promise<number> {
  let rows = 0;
  for (let step = 0; step < turns; step++) {
    await page.mouse.wheel(0, TURN);
    await page.waitForTimeout(FRAME_MS);
    if (step % 10 === 0) rows = Math.max(rows, await page.getByRole('option').count());
  }
  return rows;
}

/** Turns the wheel over the list of a running host. `busy` blocks the page for this many milliseconds at each scroll event. */
export function scrollList(
  { executable, host, busy = 0 }: { executable: string; host: HostProcess; busy?: number },
  turns: number,
): Promise<Scrolled> {
  return withPage(executable, async (page) => {
    await page.goto(host.ready.url);
    await page.goto(`${new URL(host.ready.url).origin}/#/lessons`);
    await page.getByRole('option').first().waitFor();
    await page.getByRole('listbox').hover();
    // The first turn loads what all later ones need.
    await turn(page, 10);
    await page.evaluate((ms) => {
      const long: number[] = [];
      Object.assign(window, { long });
      new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({
        type: 'longtask',
      });
      const waste = () => {
        for (const until = performance.now() + ms; performance.now() < until; );
      };
      if (ms > 0) document.querySelector('[role="listbox"]')?.addEventListener('scroll', waste);
    }, busy);
    const rows = await turn(page, turns);
    const reached = await page.getByRole('listbox').evaluate((list) => list.scrollTop);
    const long = await page.evaluate(() => (window as unknown as { long: number[] }).long);
    return { long, rows, reached };
  });
}
