import type { Page } from '@playwright/test';
import { addressOf, expect, open, rows, store, test } from '../fixtures.ts';
import { violations } from './axe.ts';
import { sessionRows } from './session-parts.ts';

const saved = (page: Page) => page.getByRole('region', { name: 'Saved views' });
const view = (page: Page, name: string) => saved(page).getByRole('button', { name, exact: true });

async function save(page: Page, name: string): Promise<void> {
  await saved(page).getByRole('button', { name: 'Save this view…' }).click();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
}

async function more(page: Page, name: string, item: string): Promise<void> {
  await saved(page)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a view is kept under a name, marked while it is shown, and opens as it was', async ({ page, host }) => {
  await store(host, { taskDescription: 'Good', outcome: 'success', tags: ['ci'] });
  await store(host, { taskDescription: 'Bad', tags: ['ci'] });
  await store(host, { taskDescription: 'Other' });
  await open(page, host, 'lessons?tag=ci&sort=oldest');
  await page.keyboard.press('f');
  await save(page, 'Red builds');
  await expect(view(page, 'Red builds')).toHaveAttribute('aria-current', 'true');
  const offer = saved(page).getByRole('button', { name: 'Save this view…' });
  await expect(offer).toHaveAttribute('aria-disabled', 'true');
  await expect(offer).toHaveAccessibleDescription('This is the saved view “Red builds”.');
  // An open lesson does not make it another view.
  await rows(page).first().click();
  await expect(page).toHaveURL(/lesson=refl_/);
  await expect(view(page, 'Red builds')).toHaveAttribute('aria-current', 'true');
  await page.getByRole('button', { name: 'Failure', exact: true }).click();
  await expect(view(page, 'Red builds')).not.toHaveAttribute('aria-current');
  await save(page, 'Red builds');
  await expect(saved(page).getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await view(page, 'Red builds').click();
  await expect(rows(page)).toContainText(['Good', 'Bad']);
  // Next to the list a lesson is always open; it is not part of the view.
  await expect(page).toHaveURL(/#\/lessons\?tag=ci&sort=oldest(&lesson=\w+)?$/);
});

test('saving a view is offered before there is anything to save, and says what is missing', async ({ page, host }) => {
  await store(host, { taskDescription: 'Only one' });
  await open(page, host, 'lessons');
  await page.keyboard.press('f');
  const offer = saved(page).getByRole('button', { name: 'Save this view…' });
  await expect(offer).toHaveAttribute('aria-disabled', 'true');
  await expect(saved(page)).toContainText('Choose a filter or an order first.');
  await offer.click({ force: true });
  await expect(saved(page).getByRole('textbox')).toHaveCount(0);
  const failure = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: /^Failure/ });
  const before = await failure.boundingBox();
  await failure.check();
  await expect(saved(page)).toContainText('Saved views are listed here.');
  expect(await failure.boundingBox()).toEqual(before);
  await save(page, 'Failures');
  await expect(view(page, 'Failures')).toHaveAttribute('aria-current', 'true');
});

for (const width of [1024, 1280]) {
  test(`at a width of ${width} the way to save a view stays where it is while filters come and go`, async ({
    page,
    host,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await store(host, { tags: ['deployment'], agent: 'codex' });
    await open(page, host, 'lessons?outcome=failure');
    const offer = page.getByRole('main').getByRole('button', { name: 'Save this view…' });
    // Until then letters of another font stand there, which are wider.
    await page.evaluate(() => document.fonts.ready);
    const place = await offer.boundingBox();
    expect(place).not.toBeNull();
    for (const more of ['&agent=codex', '&agent=codex&tag=deployment', '&agent=codex&tag=deployment&pinned=1', '']) {
      await page.goto(addressOf(host, `lessons?outcome=failure${more}`));
      await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveCount(more.split('&').length);
      expect(await offer.boundingBox()).toEqual(place);
    }
  });
}

test('renaming and deleting can be taken back', async ({ page, host }) => {
  await store(host, { tags: ['ci'] });
  await open(page, host, 'lessons?tag=ci');
  await page.keyboard.press('f');
  await save(page, 'First');
  await more(page, 'First', 'Rename');
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  await expect(view(page, 'Second')).toBeVisible();
  await more(page, 'Second', 'Delete');
  await expect(view(page, 'Second')).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(view(page, 'Second')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(view(page, 'First')).toBeVisible();
});

test('saved views are accessible in both themes', async ({ page, host }) => {
  await store(host, { tags: ['ci'] });
  await open(page, host, 'lessons?tag=ci');
  await page.keyboard.press('f');
  await save(page, 'Mine');
  await expect(view(page, 'Mine')).toBeVisible();
  await more(page, 'Mine', 'Rename');
  expect(await violations(page)).toEqual([]);
});

test('saved views are links in the rail, from any screen', { tag: '@browser' }, async ({ page, host }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await store(host, { taskDescription: 'Tagged', tags: ['ci'] });
  await store(host, { taskDescription: 'Other' });
  await open(page, host, 'lessons?tag=ci');
  const links = page.getByRole('navigation', { name: 'Saved views' });
  await expect(links).toBeHidden();
  await page.keyboard.press('f');
  await save(page, 'Builds');
  const link = links.getByRole('link', { name: 'Builds' });
  await expect(link).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Remove filter #ci' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(link).not.toHaveAttribute('aria-current');
  await page.keyboard.press('8');
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeVisible();
  await link.click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Tagged');
  await expect(link).toHaveAttribute('aria-current', 'page');
  expect(await violations(page)).toEqual([]);
});

test('views of Sessions are saved too, and lead there from any screen', async ({ page, host }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await store(host);
  for (const outcome of ['success', 'failure'] as const) {
    await host.client.call('episode.store', { sessionId: outcome, task: `Ended in ${outcome}`, outcome });
  }
  await open(page, host, 'sessions');
  await page.keyboard.press('f');
  await expect(saved(page)).toContainText('Choose a filter first.');
  await page.getByRole('button', { name: 'Failure', exact: true }).click();
  await expect(sessionRows(page)).toHaveCount(1);
  await save(page, 'Failed');
  await expect(view(page, 'Failed')).toHaveAttribute('aria-current', 'true');
  // Views of another screen are not among its own.
  await open(page, host, 'lessons');
  await expect(page.getByRole('listbox', { name: 'Lessons' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(saved(page).getByRole('button', { name: 'Save this view…' })).toBeVisible();
  await expect(view(page, 'Failed')).toHaveCount(0);
  const link = page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: 'Failed' });
  await expect(link).not.toHaveAttribute('aria-current');
  await link.click();
  await expect(page).toHaveURL(/#\/sessions\?outcome=failure/);
  await expect(link).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('8');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('failed');
  await page.getByRole('option', { name: /^Failed/ }).click();
  await expect(page).toHaveURL(/#\/sessions\?outcome=failure/);
});

test('beside the filters that are chosen they are saved as a view', async ({ page, host }) => {
  await store(host, { taskDescription: 'Bad' });
  await open(page, host, 'lessons?outcome=failure');
  await page.getByRole('main').getByRole('button', { name: 'Save this view…' }).click();
  await expect(page.getByRole('dialog', { name: 'Save this view' }).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Failures');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Saved views' }).getByRole('link')).toHaveText(['Failures']);
  await expect(page.getByRole('main').getByRole('button', { name: 'Save this view…' })).toHaveCount(0);
});

test('what is shown is saved from the palette, too, under a name, and why not is said', async ({ page, host }) => {
  await store(host, { taskDescription: 'Bad', tags: ['ci'] });
  await open(page, host, 'lessons');
  const saver = async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('save view');
  };
  await saver();
  const offer = page.getByRole('option', { name: /^Save this view…/ });
  await expect(offer).toContainText('Choose a filter or an order first.');
  await page.keyboard.press('Escape');
  await open(page, host, 'lessons?tag=ci');
  await saver();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('Red builds');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Saved views' }).getByRole('link')).toHaveText(['Red builds']);
  await expect
    .poll(async () => (await host.client.call('view.list', {})).items)
    .toMatchObject([{ name: 'Red builds' }]);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await host.client.call('view.list', {})).items).toEqual([]);
});
