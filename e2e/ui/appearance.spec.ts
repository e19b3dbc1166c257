import type { Page } from '@playwright/test';
import { expect, open, rows, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';

const html = (page: Page) => page.locator('html');
const height = async (page: Page) => (await rows(page).first().boundingBox())?.height;

/** Positions of the rows, relative to the first one. */
const places = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().y)).sort((a, b) => a - b));

test('theme and density are chosen in Settings by keys, kept, and hold in every list', async ({ page, host }) => {
  for (const name of ['Three', 'Two', 'One']) await store(host, { taskDescription: name });
  await open(page, host, 'settings');
  const theme = page.getByRole('main').getByRole('group', { name: 'Theme' });
  await theme.getByRole('radio', { name: 'System theme' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  // The rail shows the same choice.
  await expect(page.getByRole('banner').getByRole('radio', { name: 'Dark theme' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await expect(html(page)).toHaveAttribute('data-density', 'compact');
  await page.keyboard.press('2');
  await expect(rows(page)).toHaveCount(3);
  expect(await height(page)).toBe(32);
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  expect(await height(page)).toBe(32);
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await expect.poll(async () => (await host.client.call('settings.get', {})).settings['ui.theme']).toBe('dark');
});

test('by name too: rows change their height at once, and what is so already says so', async ({ page, host }) => {
  for (const name of ['Three', 'Two', 'One']) await store(host, { taskDescription: name });
  await open(page, host);
  await expect(rows(page)).toHaveCount(3);
  const [first = 0] = await places(page);
  expect(await places(page)).toEqual([first, first + 56, first + 112]);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('compact');
  await page.keyboard.press('Enter');
  await expect.poll(() => places(page)).toEqual([first, first + 32, first + 64]);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('compact');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('Already on');
});

test('compact rows show in a wide list what a narrow one has no room for', async ({ page, host }) => {
  await page.addInitScript(() => localStorage.setItem('twicewise.density', 'compact'));
  await store(host, {
    taskDescription: 'Round the prices',
    agent: 'codex',
    whatDidNotWork: ['cut them'],
    outcome: 'failure',
  });
  const row = page.getByRole('option');
  for (const [width, statement, agent] of [
    [1600, true, true],
    [1024, false, false],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await open(page, host, 'lessons');
    await expect(row).toHaveCount(1);
    await expect(row.getByText('cut them')).toBeVisible({ visible: statement });
    await expect(row.getByText('codex')).toBeVisible({ visible: agent });
  }
  // While the window is made wider, too.
  await page.setViewportSize({ width: 1600, height: 700 });
  await expect(row.getByText('cut them')).toBeVisible();
});

test('compact rows are as accessible, in both themes', async ({ page, host }) => {
  await page.addInitScript(() => localStorage.setItem('twicewise.density', 'compact'));
  await store(host, { tags: ['a'], relatedEntityIds: ['b.ts'], sessionId: 's', agent: 'x', state: 'draft' });
  const session = { projectId: 'shop', sessionId: 'of-the-shop', task: 'Mend the shop', outcome: 'success' } as const;
  await host.client.call('episode.store', session);
  await open(page, host);
  await page.keyboard.press('j');
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('button, a, input, select, textarea, [role="option"], summary')]
        .map((element) => ({ box: element.getBoundingClientRect(), name: element.outerHTML }))
        .filter(({ box }) => box.width > 0 && (box.width < 23.9 || box.height < 23.9))
        .map(({ name }) => name),
    );
  for (const [key, path] of [
    ['1', /#\/today/],
    ['2', /#\/lessons/],
    ['3', /#\/sessions/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page).toHaveURL(path);
    await expect(page.locator('[role="option"]').first()).toBeVisible();
    expect(await small()).toEqual([]);
    expect(await violations(page)).toEqual([]);
  }
});

test('in the dark an empty checkbox has the ground of its panel and a border that stands out from it', async ({
  page,
  host,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await store(host);
  await open(page, host, 'lessons?outcome=failure');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('f');
  const boxes = page.getByRole('complementary', { name: 'Filters' });
  const empty = boxes.getByRole('checkbox', { name: /^Accepted/ });
  await expect(empty).not.toBeChecked();
  const contrast = await empty.evaluate((box) => {
    const { appearance, backgroundColor, borderTopColor, borderTopStyle } = getComputedStyle(box);
    if (appearance !== 'none' || borderTopStyle !== 'solid') return `drawn by the browser: ${appearance}`;
    const CLEAR = 'rgba(0, 0, 0, 0)';
    if (backgroundColor !== CLEAR) return `filled: ${backgroundColor}`;
    let around = box.parentElement;
    while (around && getComputedStyle(around).backgroundColor === CLEAR) around = around.parentElement;
    if (!around) return 'nothing behind it';
    // As WCAG 2 has it.
    const light = (colour: string) =>
      (colour.match(/\d+/g) ?? [])
        .map((part) => Number(part) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
    const [more = 0, less = 0] = [light(borderTopColor), light(getComputedStyle(around).backgroundColor)].sort(
      (a, b) => b - a,
    );
    return (more + 0.05) / (less + 0.05);
  });
  // As WCAG 1.4.11 asks; what is no number says what is wrong.
  expect(contrast).toBeGreaterThanOrEqual(3);
  const chosen = boxes.getByRole('checkbox', { name: /^Failure/ });
  await expect(chosen).toBeChecked();
  await expect(chosen).toHaveCSS('appearance', 'auto');
  // Chosen or not, it is as large.
  expect((await empty.boundingBox())?.width).toBe((await chosen.boundingBox())?.width);
});
