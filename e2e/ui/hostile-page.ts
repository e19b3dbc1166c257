import type { BrowserContext, Page } from '@playwright/test';

/** What hostile text must never cause. */
export interface Deeds {
  ran: string[];
  asked: string[];
  windows: number;
  dialogs: number;
  navigations: string[];
}

/** Counts what texts cause in a page; `home` is the address at which the page may be. */
export async function watch(page: Page, context: BrowserContext, home: string): Promise<Deeds> {
  const deeds: Deeds = { ran: [], asked: [], windows: 0, dialogs: 0, navigations: [] };
  await context.exposeBinding('ran', (_, number: number) => void deeds.ran.push(String(number)));
  await context.route(/evil\.example/, (route) => {
    deeds.asked.push(route.request().url());
    return route.abort();
  });
  context.on('page', () => deeds.windows++);
  page.on('dialog', (dialog) => {
    deeds.dialogs++;
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    // A frame that the page's policy blocks shows an error page of the browser.
    if (frame === page.mainFrame() && !frame.url().startsWith(home)) deeds.navigations.push(frame.url());
  });
  return deeds;
}

/** The expected result. */
export const NOTHING: Deeds = { ran: [], asked: [], windows: 0, dialogs: 0, navigations: [] };

/** Inserts texts into the page as markup, without escaping, some at a time; returns their number. */
export async function asMarkup(page: Page, texts: readonly string[]): Promise<number> {
  let put = 0;
  for (let from = 0; from < texts.length; from += 40) {
    put += await page.evaluate(
      async (some) => {
        const boxes = some.map((text) => {
          const box = document.createElement('div');
          box.innerHTML = text;
          return box;
        });
        document.body.append(...boxes);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
        for (const box of boxes) box.remove();
        return boxes.length;
      },
      texts.slice(from, from + 40),
    );
  }
  return put;
}
