import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What depends on the colours of the theme. Everything else is the same in both. */
const THEMED = ['color-contrast', 'link-in-text-block'];

/**
 * Two steps that took most of axe's time are switched off: combining results of frames, which the page does not have, and
 * reporting what is not wrong.
 */
async function problems(page: Page, limit: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations: found } = await limit(axe).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}

/** Shows the page in a theme, with its final colours at once. */
async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

/** The problems that axe finds in the page, in both themes. */
export async function violations(page: Page): Promise<string[]> {
  const inLight = await problems(page, (axe) => axe.withTags(TAGS));
  await wear(page, 'dark');
  const inDark = await problems(page, (axe) => axe.withRules(THEMED));
  await wear(page, 'light');
  return [...inLight, ...inDark.map((problem) => `dark: ${problem}`)];
}
