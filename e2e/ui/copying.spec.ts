import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ended } from '../ended-job.ts';
import { expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { tellOfShop } from './causes-parts.ts';
import { current } from './parts.ts';

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test.describe('allowed', () => {
  test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

  test('the command for any program is found by name, and copied', async ({ page, host }) => {
    await open(page, host, 'lessons');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('mcp');
    await page.getByRole('option', { name: /Copy the command that connects a program/ }).click();
    await expect(statusLine(page)).toContainText('Copied: ');
    expect(await clipboard(page)).toMatch(/ mcp --data /);
  });

  test('the long path of a source takes one line of a narrow column, and is copied whole', async ({
    page,
    host,
    home,
  }) => {
    await page.setViewportSize({ width: 1440, height: 800 });
    const folder = join(home, 'a-folder-with-a-long-name/and-another-one-below-it/and-one-more');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'old.jsonl');
    writeFileSync(path, `${JSON.stringify({ title: 'Fix the login', failed: ['a timeout'] })}\n`);
    await ended(host, (await host.client.call('import.lessons', { path })).job.id);
    await open(page, host, 'lessons');
    await rows(page).first().click();
    const source = inspector(page).getByRole('button', { name: /old\.jsonl/ });
    await expect(source).toHaveAttribute('title', path);
    expect((await source.boundingBox())?.height).toBeLessThanOrEqual(28);
    await source.click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(path);
  });

  test('the address of a map is copied with all that was done to it, by its button and by key', {
    tag: '@browser',
  }, async ({ page, host }) => {
    await tellOfShop(host);
    const { items } = await host.client.call('causal.nodes', {});
    const hash = `#/causes?map=true&hide=${items[0]?.id}`;
    await open(page, host, hash.slice(2));
    await page.getByRole('button', { name: 'Copy link' }).click();
    const address = `${new URL(host.ready.url).origin}/${hash}`;
    await expect(statusLine(page)).toContainText(`Link copied. It opens in this browser: ${address}`);
    expect(await clipboard(page)).toBe(address);
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await page.keyboard.press('Shift+L');
    await expect.poll(() => clipboard(page)).toBe(address);
  });

  test('a lesson is copied by key as link, address, Markdown and JSON, and what was copied is said', {
    tag: '@browser',
  }, async ({ page, host }) => {
    const { id } = await store(host, { taskDescription: 'Rotate the keys', whatDidNotWork: ['At night'] });
    await open(page, host);
    await page.keyboard.press('j');
    await page.keyboard.press('l');
    await expect(statusLine(page)).toContainText(`Copied: twicewise://lesson/${id}`);
    expect(await clipboard(page)).toBe(`twicewise://lesson/${id}`);
    await page.keyboard.press('Shift+L');
    const address = `${new URL(host.ready.url).origin}/#/lessons?lesson=${id}`;
    await expect(statusLine(page)).toContainText(`Link copied. It opens in this browser: ${address}`);
    expect(await clipboard(page)).toBe(address);
    await page.keyboard.press('c');
    await expect(statusLine(page)).toContainText('Copied as Markdown: Rotate the keys');
    expect(await clipboard(page)).toMatch(/^# Rotate the keys\n[\s\S]*## Did not work\n\n- At night\n/);
    await page.keyboard.press('Shift+C');
    await expect(statusLine(page)).toContainText('Copied as JSON: Rotate the keys');
    const { reflection } = await host.client.call('reflection.get', { id });
    expect(JSON.parse(await clipboard(page))).toEqual(reflection);
    await page.keyboard.press('y');
    await expect(statusLine(page)).toContainText(`Copied: ${id}`);

    // The menu and the palette do the same.
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menuitem', { name: /^Copy/ })).toHaveCount(5);
    await page.getByRole('menuitem', { name: 'Copy app link' }).click();
    await expect(statusLine(page)).toContainText(`Copied: twicewise://lesson/${id}`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('copy markdown');
    await page.keyboard.press('Enter');
    await expect(statusLine(page)).toContainText('Copied as Markdown');
    expect(await clipboard(page)).toMatch(/^# Rotate/);
  });

  test('the draft that is decided next is copied too', { tag: '@browser' }, async ({ page, host }) => {
    const { id } = await store(host, { taskDescription: 'A draft', state: 'draft' });
    await open(page, host, 'today');
    await expect(current(page)).toContainText('A draft');
    await page.keyboard.press('l');
    await expect(statusLine(page)).toContainText(`Copied: twicewise://lesson/${id}`);
  });
});

for (const [name, refuse] of [
  ['refused', () => Object.assign(navigator.clipboard, { writeText: () => Promise.reject(new Error('no')) })],
  ['absent', () => Object.defineProperty(navigator, 'clipboard', { value: undefined })],
] as const) {
  test(`where the clipboard is ${name}, the text is shown selected, and the focus goes back`, {
    tag: '@browser',
  }, async ({ page, host }) => {
    await page.addInitScript(refuse);
    const { id } = await store(host, { taskDescription: 'Rotate the keys' });
    await open(page, host);
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(inspector(page)).toBeFocused();
    await page.keyboard.press('l');
    const dialog = page.getByRole('dialog', { name: 'The browser did not allow copying' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(`twicewise://lesson/${id}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(inspector(page)).toBeFocused();
    await expect(statusLine(page)).not.toContainText('Copied');
  });
}
