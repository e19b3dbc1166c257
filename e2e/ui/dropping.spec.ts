import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, open, rows, statusLine, store, test } from '../fixtures.ts';
import { bundleOf, importing } from './bundle-parts.ts';

/** Drags a file over the page, or drops it. In the app the stand-in takes the name of a file for its path. */
const drag = (page: Page, type: 'dragover' | 'drop', name: string) =>
  page.evaluate(
    ([type, name]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], name));
      document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [type, name] as const,
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

test('a browser, which knows no path, says so and asks for it', { tag: '@browser' }, async ({ page, host }) => {
  await open(page, host, 'data');
  await drag(page, 'drop', 'mine.jsonl');
  await expect(statusLine(page)).toContainText('twicewise import mine.jsonl');
  await drag(page, 'drop', 'mine.twicewise');
  await expect(importing(page).getByRole('textbox')).toBeFocused();
});

test('in the app a dropped bundle is looked at first, and lessons and logs are imported, to be undone', async ({
  desktop,
  page,
  host,
}) => {
  test.skip(!desktop, 'a browser knows no path');
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
