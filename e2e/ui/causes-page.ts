import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** Rows of the list of nodes. */
export const nodes = (page: Page) => page.getByRole('region', { name: 'Nodes', exact: true }).getByRole('listitem');
/** Where nodes are looked for. */
export const field = (page: Page) => page.getByRole('searchbox', { name: /Find a decision/ });
/** The map. */
export const map = (page: Page) => page.getByRole('application', { name: /^Map of/ });
/** What it is drawn into. */
export const drawing = (page: Page) => map(page).locator('[data-nodes]');
/** The table that says the same. */
export const twin = (page: Page) => page.getByRole('region', { name: /as a table/ });
/** What is looked at. */
export const panel = (page: Page, name: 'Node' | 'Edge') => page.getByRole('complementary', { name, exact: true });

/** Waits until so many nodes are drawn. */
export const drawn = (page: Page, count: number) => expect(drawing(page)).toHaveAttribute('data-nodes', String(count));

/** Looks for words and opens the first node that they find. */
export async function find(page: Page, words: string): Promise<void> {
  await field(page).fill(words);
  await expect(nodes(page).first()).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Node').getByRole('heading', { level: 2 })).toHaveText(words);
}

/** How many colours the drawing has: one is a blank canvas. */
export const colours = (page: Page) =>
  drawing(page).evaluate((container) => {
    const seen = new Set<string>();
    for (const canvas of container.querySelectorAll('canvas')) {
      const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
        0,
        0,
        canvas.width,
        canvas.height,
      );
      for (let at = 0; at < data.length; at += 4) {
        if ((data[at + 3] ?? 0) > 0) seen.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
        if (seen.size > 50) return seen.size;
      }
    }
    return seen.size;
  });

/** In the page: what an SVG of a map has as XML, and which of the labels it lacks. */
export function partsOf({ text, labels }: { text: string; labels: readonly string[] }) {
  const file = new DOMParser().parseFromString(text, 'image/svg+xml');
  const told = [...file.querySelectorAll('g.node > title')].map(({ textContent }) => textContent);
  return {
    isSound: file.querySelector('parsererror') === null,
    nodes: told.length,
    edges: file.querySelectorAll('g.edge').length,
    missing: labels.filter((label) => !told.some((one) => one.endsWith(label))),
  };
}
