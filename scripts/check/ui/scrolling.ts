/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { withPage } from './chromium-page.ts';

/** What scrolling through the list brought about. */
export interface Scrolled {
  /** Milliseconds of each task of the page that took longer than 50; what Chromium calls a long task. */
  long: number[];
  /** Most rows in the page at once. */
  rows: number;
  /** How far down the list it was, in pixels. */
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

/** Turns the wheel over the list of a running host. `busy` makes the page do nothing for so long at each scroll. */
export function scrollList(
  { executable, host, busy = 0 }: { executable: string; host: HostProcess; busy?: number },
  turns: number,
): Promise<Scrolled> {
  return withPage(executable, async (page) => {
    await page.goto(host.ready.url);
    await page.goto(`${new URL(host.ready.url).origin}/#/lessons`);
    await page.getByRole('option').first().waitFor();
    await page.getByRole('listbox').hover();
    // The first turn loads what every later one has.
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
