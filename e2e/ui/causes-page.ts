import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { HostProcess } from '@twicewise/testkit';
import { expect, open } from '../fixtures.ts';
import { tellOfShop } from './causes-parts.ts';

/** Rows of the list of nodes. */
export const nodes = (page: Page) => page.getByRole('region', { name: 'Nodes', exact: true }).getByRole('listitem');
/** The search field for nodes. */
export const field = (page: Page) => page.getByRole('searchbox', { name: /Find a decision/ });
/** The map. */
export const map = (page: Page) => page.getByRole('application', { name: /^Map of/ });
/** The element in which it is drawn. */
export const drawing = (page: Page) => map(page).locator('[data-nodes]');
/** The table with the same contents. */
export const twin = (page: Page) => page.getByRole('region', { name: /as a table/ });
/** The panel for the selected node or edge. */
export const panel = (page: Page, name: 'Node' | 'Edge') => page.getByRole('complementary', { name, exact: true });

/** The name of the selected node in its panel. */
export const looked = (page: Page) => panel(page, 'Node').getByRole('heading', { level: 2 });

/** Selects a node by its row in the table. */
export async function chooseRow(page: Page, label: string): Promise<void> {
  await twin(page)
    .getByRole('radio', { name: / nodes$/ })
    .check();
  await twin(page).getByRole('button', { name: label, exact: true }).click();
  await expect(looked(page)).toHaveText(label);
}

/** Chooses what is in the menu of the panel of a node. */
export async function chooseMore(page: Page, name: string): Promise<void> {
  await panel(page, 'Node').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Waits until this many nodes are drawn. */
export const drawn = (page: Page, count: number) => expect(drawing(page)).toHaveAttribute('data-nodes', String(count));

/** Opens the map of what is told of the shop, if given in a window of this size. */
export async function openShop(page: Page, host: HostProcess, size?: { width: number; height: number }): Promise<void> {
  await tellOfShop(host);
  if (size) await page.setViewportSize(size);
  await open(page, host, 'causes?map=true');
  await drawn(page, 10);
}

/** Searches for words and opens the first node found. */
export async function find(page: Page, words: string): Promise<void> {
  await field(page).fill(words);
  await expect(nodes(page).first()).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(looked(page)).toHaveText(words);
}

/** Number of colours in the drawing; one means that the canvas is blank. */
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

/** Runs in the page: parses the SVG of a map as XML, and finds the labels that are missing in it. */
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

/** The map as it is saved as a file. */
export async function savedMap(page: Page, kind: 'SVG' | 'PNG' | 'JSON'): Promise<Buffer> {
  const save = page.getByRole('button', { name: `Save as ${kind}` });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  return readFileSync(await download.path());
}

/** Where each node is drawn, by its kind and label: a place of its box. */
export async function placesOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(
    (text) => {
      const file = new DOMParser().parseFromString(text, 'image/svg+xml');
      const of = (node: Element): [string, string] => {
        const [word] = node.querySelectorAll('tspan');
        return [
          node.querySelector('title')?.textContent ?? '',
          `${word?.getAttribute('x')} ${word?.getAttribute('y')}`,
        ];
      };
      return Object.fromEntries([...file.querySelectorAll('g.node')].map(of));
    },
    String(await savedMap(page, 'SVG')),
  );
}

/** How many boxes are seen in part, because the edge of the map cuts them, and how many in full. */
export async function boxesSeen(page: Page): Promise<{ cut: number; whole: number }> {
  const boxes = await page.evaluate(
    (text) => {
      const file = new DOMParser().parseFromString(text, 'image/svg+xml');
      return [...file.querySelectorAll('g.node > rect, g.node > polygon')].map((shape) => {
        const number = (name: string) => Number(shape.getAttribute(name));
        const [x, y] = [number('x'), number('y')];
        const corners = (shape.getAttribute('points') ?? '').split(' ').map((one) => one.split(',').map(Number));
        return shape.tagName === 'rect'
          ? { xs: [x, x + number('width')], ys: [y, y + number('height')] }
          : { xs: corners.map(([at = 0]) => at), ys: corners.map(([, at = 0]) => at) };
      });
    },
    String(await savedMap(page, 'SVG')),
  );
  const [left = 0, top = 0, right = 0, bottom = 0] = String(await drawing(page).getAttribute('data-seen'))
    .split(' ')
    .map(Number);
  const ends = boxes.map(({ xs, ys }) => [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)] as const);
  const seen = ends.filter(([x1, x2, y1, y2]) => x2 > left && x1 < right && y2 > top && y1 < bottom);
  const whole = seen.filter(([x1, x2, y1, y2]) => x1 >= left && x2 <= right && y1 >= top && y2 <= bottom).length;
  return { cut: seen.length - whole, whole };
}

/** Every node that is drawn, and where in the window its middle is. */
export async function spotsOf(page: Page): Promise<{ name: string; x: number; y: number }[]> {
  const places = Object.entries(await placesOf(page));
  const [left = 0, top = 0, right = 1] = String(await drawing(page).getAttribute('data-seen'))
    .split(' ')
    .map(Number);
  const box = await drawing(page).boundingBox();
  const scale = (box?.width ?? 0) / (right - left);
  return places.map(([title, place]) => {
    const [x = 0, y = 0] = place.split(' ').map(Number);
    const name = title.replace(/^\w+: /, '');
    return { name, x: (box?.x ?? 0) + (x - left) * scale, y: (box?.y ?? 0) + (y - top) * scale };
  });
}

/** The node that is drawn furthest to the left or to the right, and where in the window its middle is. */
export async function outermost(page: Page, side: 'left' | 'right'): Promise<{ name: string; x: number; y: number }> {
  return (await spotsOf(page)).reduce((most, one) => (one.x > most.x === (side === 'right') ? one : most));
}

/** Selects a node by its row in the table, and gives the map the focus. */
export async function choose(page: Page, label: string): Promise<void> {
  await chooseRow(page, label);
  await map(page).focus();
}
