import { expect, open, test } from '../fixtures.ts';
import { violations } from './axe.ts';

// Negative controls of the check that the other specs make.

test('what can be read in the light theme alone is found', async ({ page, host }) => {
  await open(page, host);
  await page.evaluate(() => {
    const heading = document.querySelector<HTMLElement>('h1, h2');
    if (heading) heading.style.color = 'light-dark(#000, #333)';
  });
  expect(await violations(page)).toEqual([expect.stringMatching(/^dark: color-contrast: h[12]/)]);
});

test('axe finds an unlabelled button', async ({ page, host }) => {
  await open(page, host);
  await page.evaluate(() => {
    const button = document.createElement('button');
    document.querySelector('main')?.append(button);
  });
  const found = await violations(page);
  expect(found.some((line) => line.startsWith('button-name'))).toBe(true);
});
