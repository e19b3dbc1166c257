/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { withPage } from './chromium-page.ts';

/** A real host, and the browser to view it. */
export interface Looking {
  executable: string;
  host: HostProcess;
}

declare global {
  interface Window {
    /** Time on the page's clock, in milliseconds, at which the map was painted with another number of nodes than `before`. */
    mapped: (before: number) => Promise<number>;
    /** Time on the page's clock, in milliseconds, at which the start of Causes was painted with what it suggests. */
    begun: () => Promise<number>;
  }
}

/** Runs in the page before its own code. `slower` delays each answer by this many milliseconds. */
function watchMap(slower: number): void {
  const send = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const answer = await send(...request);
    if (slower > 0) await new Promise((resolve) => setTimeout(resolve, slower));
    return answer;
  };
  const drawn = () => Number(document.querySelector('[data-nodes]')?.getAttribute('data-nodes') ?? 0);
  window.mapped = (before) =>
    new Promise((resolve) => {
      const look = () => {
        if (drawn() === before) return requestAnimationFrame(look);
        // The map draws in the frame after it was told what to show, so the frame after that one comes once it is drawn.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())));
      };
      look();
    });
  window.begun = () =>
    new Promise((resolve) => {
      const look = () => {
        if (!document.querySelector('[data-place="start"] li')) return requestAnimationFrame(look);
        requestAnimationFrame(() => resolve(performance.now()));
      };
      look();
    });
}

async function enter(page: Page, host: HostProcess, slower = 0): Promise<void> {
  // The host's link contains the token; the window stores it.
  await page.goto(host.ready.url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.addInitScript(watchMap, slower);
}

async function visit(page: Page, host: HostProcess, link: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${new URL(host.ready.url).origin}/#/${link}`);
  return page.evaluate(() => window.mapped(0));
}

/** Opens a map several times, without remembered places. Returns the milliseconds from each load to the painted map. */
export function openMaps(
  { executable, host, slower }: Looking & { slower?: number },
  link: string,
  times: number,
): Promise<number[]> {
  return withPage(executable, async (page) => {
    await enter(page, host, slower);
    const painted: number[] = [];
    for (let round = 0; round < times; round++) {
      painted.push(await visit(page, host, link));
    }
    return painted;
  });
}

/** Opens the start of Causes several times. Returns the milliseconds from each load to its painted suggestions. */
export function openStarts(
  { executable, host, slower }: Looking & { slower?: number },
  times: number,
): Promise<number[]> {
  return withPage(executable, async (page) => {
    await enter(page, host, slower);
    const painted: number[] = [];
    for (let round = 0; round < times; round++) {
      await page.goto('about:blank');
      await page.goto(`${new URL(host.ready.url).origin}/#/causes`);
      painted.push(await page.evaluate(() => window.begun()));
    }
    return painted;
  });
}

/** Expands a neighbour of a middle node for each of these pairs. Returns the milliseconds from the press to the painted map. */
export function expandAll(
  { executable, host, slower }: Looking & { slower?: number },
  pairs: readonly { middle: string; neighbour: string }[],
): Promise<number[]> {
  return withPage(executable, async (page) => {
    await enter(page, host, slower);
    const took: number[] = [];
    for (const { middle, neighbour } of pairs) {
      await visit(page, host, `causes?node=${middle}&at=${neighbour}`);
      const button = page.getByRole('button', { name: 'Expand', exact: true });
      await button.waitFor();
      took.push(
        await button.evaluate(async (expand: HTMLElement) => {
          const before = Number(document.querySelector('[data-nodes]')?.getAttribute('data-nodes') ?? 0);
          const pressed = performance.now();
          expand.click();
          return (await window.mapped(before)) - pressed;
        }),
      );
    }
    return took;
  });
}

/** The result of moving a map by hand. */
export interface Panned {
  nodes: number;
  /** Number of frames that the page drew, and the time for them in milliseconds. */
  frames: number;
  ms: number;
  /** True if the picture changed. */
  moved: boolean;
}

/** Drags a map by its corner. `busy` blocks the page for this many milliseconds in each frame. */
export function panMap(
  { executable, host, busy = 0 }: Looking & { busy?: number },
  link: string,
  steps: number,
): Promise<Panned> {
  return withPage(executable, async (page) => {
    await enter(page, host);
    await visit(page, host, link);
    const map = page.getByRole('application', { name: /^Map of/ });
    const box = await map.boundingBox();
    if (!box) throw new Error('There is no map.');
    const before = await map.screenshot();
    await page.evaluate((ms) => {
      const counted = { frames: 0, from: performance.now() };
      Object.assign(window, { counted });
      const next = () => {
        counted.frames++;
        for (const until = performance.now() + ms; ms > 0 && performance.now() < until; );
        requestAnimationFrame(next);
      };
      requestAnimationFrame(next);
    }, busy);
    await page.mouse.move(box.x + 6, box.y + 6);
    await page.mouse.down();
    const begun = await page.evaluate(
      () => Object.assign((window as never as Counting).counted, { frames: 0, from: performance.now() }).from,
    );
    for (let step = 0; step < steps; step++) {
      await page.mouse.move(box.x + 6 + 4 * (step % 50), box.y + 6 + 3 * (step % 40));
    }
    const { frames, now } = await page.evaluate(() => ({
      frames: (window as never as Counting).counted.frames,
      now: performance.now(),
    }));
    await page.mouse.up();
    const after = await map.screenshot();
    const nodes = Number(await map.locator('[data-nodes]').getAttribute('data-nodes'));
    return { nodes, frames, ms: now - begun, moved: !after.equals(before) };
  });
}

interface Counting {
  counted: { frames: number; from: number };
}
