/// <reference lib="dom" />
import type { HostProcess } from '@twicewise/testkit';
import { withPage } from './chromium-page.ts';

declare global {
  interface Window {
    /** Time from the start of loading until what is waited for was painted, in milliseconds. */
    painted: Promise<number>;
  }
}

/** What is opened, and how. */
interface Opening {
  executable: string;
  host: HostProcess;
  /** Delays each answer by this many milliseconds. */
  slower?: number;
  screen?: 'lessons' | 'sessions' | 'insights';
  /** Selector of what must be there, and how many of it. */
  shows?: Shown;
}

type Shown = [selector: string, count: number];
const ROWS: Shown = ['[role="listbox"] [role="option"]', 1];

/** Runs in the page before its own code. `slower` delays each answer by this many milliseconds. */
function watch({ slower, shows: [selector, count] }: { slower: number; shows: Shown }): void {
  const send = window.fetch.bind(window);
  window.fetch = async (...request) => {
    const answer = await send(...request);
    if (slower > 0) await new Promise((resolve) => setTimeout(resolve, slower));
    return answer;
  };
  window.painted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll(selector).length < count) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
    observer.observe(document, { subtree: true, childList: true });
  });
}

/** Opens a screen of a running host several times. Returns the milliseconds from each load to its painted rows, or what it shows. */
export function openScreen(
  { executable, host, slower = 0, screen = 'lessons', shows = ROWS }: Opening,
  times: number,
): Promise<number[]> {
  return withPage(executable, async (page) => {
    // The host's link contains the token; the window stores it.
    await page.goto(host.ready.url);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.addInitScript(watch, { slower, shows });
    const painted: number[] = [];
    for (let round = 0; round < times; round++) {
      await page.goto('about:blank');
      await page.goto(`${new URL(host.ready.url).origin}/#/${screen}`);
      painted.push(await page.evaluate(() => window.painted));
    }
    return painted;
  });
}
