import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

// Run in the page itself, not through axe's own package for Playwright: that one puts the program, 650 kB, into the page for each of the
// two themes and reads every result, which took half of the time.
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What depends on the colours of the theme. Everything else is the same in both. */
const THEMED = ['color-contrast', 'link-in-text-block'];

/** The problems that some rules find in the page, each with its element. */
async function problems(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(SOURCE);
  return page.evaluate(async (rules) => {
    if (!window.axe) throw new Error('axe is not in the page');
    const { violations } = await window.axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  }, runOnly);
}

/** Gives everything its final colours at once: those in between are not what a person reads. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });

/** Shows the page in a theme. */
async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await settle(page);
}

/** The problems that axe finds in the page, in both themes. */
export async function violations(page: Page): Promise<string[]> {
  await settle(page);
  const inLight = await problems(page, { type: 'tag', values: TAGS });
  await wear(page, 'dark');
  const inDark = await problems(page, { type: 'rule', values: THEMED });
  await wear(page, 'light');
  return [...inLight, ...inDark.map((problem) => `dark: ${problem}`)];
}
