import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { NO_DESKTOP } from '../desktop/app.ts';
import { expect, inspector, open, rows, statusLine, store, test } from '../fixtures.ts';
import { bundleOf, importing } from './bundle-parts.ts';

/** Drags a file over the page, or drops it. In the app the stand-in takes the name of a file for its path. */
const drag = (page: Page, type: 'dragover' | 'drop', name: string, content: string | Buffer = 'x') =>
  page.evaluate(
    ([type, name, bytes]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [type, name, [...Buffer.from(content)]] as const,
  );

test('a file over the window is welcome, and one of no use is named with what can be dropped', async ({
  page,
  host,
}) => {
  await open(page, host, 'data');
  await drag(page, 'dragover', 'notes.pdf');
  await expect(page.getByText('Drop to import')).toBeVisible();
  await drag(page, 'drop', 'notes.pdf');
  await expect(page.getByText('Drop to import')).toBeHidden();
  await expect(statusLine(page)).toContainText('“notes.pdf” cannot be imported. Drop a bundle (.twicewise), lessons');
});

test('a browser hands a file over by its content, and the copy is gone once it is imported', {
  tag: '@browser',
}, async ({ page, host }) => {
  const folder = join(host.ready.data, 'run', 'files');
  const kept = () => (existsSync(folder) ? readdirSync(folder) : []);
  await open(page, host, 'lessons');
  const line = JSON.stringify({ title: 'Dropped in a browser', outcome: 'failure' });
  await drag(page, 'drop', 'mine.jsonl', `${line}\n`);
  await expect(rows(page)).toContainText('Dropped in a browser');
  await expect(statusLine(page)).toContainText('Undo');
  await expect.poll(kept).toEqual([]);
  // The copy is gone: its path would lead nowhere.
  await page.keyboard.press('j');
  const source = inspector(page)
    .locator('dt', { hasText: /^From$/ })
    .locator('xpath=following-sibling::dd');
  await expect(source).toHaveText('mine.jsonl');
  // The same file once more adds nothing.
  await drag(page, 'drop', 'mine.jsonl', `${line}\n`);
  await expect.poll(async () => (await host.client.call('job.list', {})).items.length).toBe(2);
  await expect.poll(kept).toEqual([]);
  await expect(statusLine(page)).toContainText('mine.jsonl: 0 new lessons, 1 already there');
  await expect(statusLine(page).getByRole('button', { name: /^Undo/ })).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await drag(page, 'drop', 'session.md', '# Session: mend the build\n\n## Decisions\n\n- Use the cache\n');
  await expect.poll(async () => (await host.client.call('episode.list', {})).items.length).toBe(1);
});

test('more files than the host keeps at a time are all imported', { tag: '@browser' }, async ({ page, host }) => {
  await open(page, host, 'lessons');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    for (let n = 0; n < 20; n++) {
      dataTransfer.items.add(new File([`{"title":"Lesson ${n}","outcome":"failure"}\n`], `${n}.jsonl`));
    }
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  const stored = async () => (await host.client.call('reflection.list', { withTotal: true })).total;
  await expect.poll(stored, { timeout: 30_000 }).toBe(20);
});

test('a file stays with the host while the page cannot know that its import has ended', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  const folder = join(host.ready.data, 'run', 'files');
  await page.route('**/api/job.get', (route) => route.abort());
  await open(page, host, 'lessons');
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/job.get'));
  await drag(page, 'drop', 'mine.jsonl', `${JSON.stringify({ title: 'Dropped', outcome: 'failure' })}\n`);
  await asked;
  await expect(rows(page)).toContainText('Dropped');
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a file whose import is refused leaves nothing', { tag: '@browser' }, async ({ page, host }) => {
  const folder = join(host.ready.data, 'run', 'files');
  const refused = { code: 'busy', message: 'No.', hint: 'Later.' };
  await page.route('**/api/import.lessons', (route) => route.fulfill({ json: { ok: false, error: refused } }));
  await open(page, host, 'lessons');
  await drag(page, 'drop', 'mine.jsonl', '{}\n');
  await expect(statusLine(page)).toContainText('No. Later.');
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

test('a bundle that a browser hands over is looked at first', { tag: '@browser' }, async ({ page, host }) => {
  await store(host, { taskDescription: 'Carried', projectId: 'shop' });
  const bundle = await bundleOf(host, 'carried');
  await open(page, host, 'data');
  await drag(page, 'drop', 'carried.twicewise', readFileSync(bundle));
  await expect(importing(page).getByRole('table')).toBeVisible();
  await expect(importing(page).getByRole('textbox').first()).toHaveValue(/files.[0-9a-f]{32}.carried\.twicewise$/);
});

test('a file that is too large, or that the host does not keep, is said to be', { tag: '@browser' }, async ({
  page,
  host,
}) => {
  await open(page, host, 'data');
  await page.evaluate(() => Object.defineProperty(File.prototype, 'size', { get: () => 70_000_000 }));
  await drag(page, 'drop', 'large.jsonl');
  await expect(statusLine(page)).toContainText('“large.jsonl” is larger than 64 MiB');
  await page.route('**/files/**', (route) => route.abort());
  await page.reload();
  await open(page, host, 'data');
  await drag(page, 'drop', 'mine.jsonl');
  await expect(statusLine(page)).toContainText('“mine.jsonl” was not imported.');
});

test('by its path, a bundle is looked at first, and lessons and logs are imported', { tag: '@desktop' }, async ({
  desktop,
  page,
  host,
}) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const lessons = join(host.ready.data, 'mine.jsonl');
  writeFileSync(lessons, '{"title":"Dropped by hand","outcome":"failure"}\n');
  await open(page, host, 'lessons');
  await drag(page, 'drop', lessons);
  await expect(rows(page)).toContainText('Dropped by hand');
  await expect(statusLine(page)).toContainText('Undo');
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(0);
  const log = join(host.ready.data, 'session.md');
  writeFileSync(log, '# Session: mend the build\n\n## Decisions\n\n- Use the cache\n\n## Outcome\n\nSuccess\n');
  await drag(page, 'drop', log);
  await expect.poll(async () => (await host.client.call('episode.list', {})).items.length).toBe(1);
  await store(host, { taskDescription: 'Carried', projectId: 'shop' });
  const bundle = await bundleOf(host, 'carried');
  await drag(page, 'drop', bundle);
  await expect(importing(page).getByText(bundle)).toBeVisible();
  await expect(importing(page).getByRole('table')).toBeVisible();
});
