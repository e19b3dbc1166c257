import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope } from '@twicewise/contract';
import { expect, open, store, test } from '../fixtures.ts';
import { exporting, importing } from '../ui/bundle-parts.ts';
import { NO_DESKTOP } from './app.ts';
import { findElectron, NO_ELECTRON } from './electron.ts';

test.skip(!findElectron(), NO_ELECTRON);

test('a bundle goes where the person picks, is shown in its folder, and comes back from a file that is picked', async ({
  desktop,
  page,
  host,
}) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  const stored = await store(host, { taskDescription: 'Carried', projectId: 'shop' });
  await open(page, host, 'data');
  const path = join(desktop.data, 'picked.twicewise');
  // The file already exists: the system's dialog asks whether to replace it.
  writeFileSync(path, 'old');
  await desktop.app.evaluate(({ dialog, shell }, path) => {
    const seen = globalThis as unknown as { asked: unknown; shown: string[] };
    seen.shown = [];
    dialog.showSaveDialog = (async (...args: unknown[]) => {
      seen.asked = args.at(-1);
      return { canceled: false, filePath: path };
    }) as typeof dialog.showSaveDialog;
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [path] })) as typeof dialog.showOpenDialog;
    shell.showItemInFolder = (path: string) => void seen.shown.push(path);
  }, path);
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(exporting(page).getByText('What it will hold')).toBeVisible();
  await expect(exporting(page).getByRole('button', { name: 'Write the bundle' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await exporting(page).getByRole('button', { name: 'Choose a place…' }).click();
  await expect(exporting(page).getByText(path)).toBeVisible();
  await exporting(page).getByRole('button', { name: 'Write the bundle' }).click();
  await expect(exporting(page).getByText('The bundle is written')).toBeVisible();
  await exporting(page).getByRole('button', { name: 'Show in its folder' }).click();
  const seen = () =>
    desktop.app.evaluate(() => {
      const { asked, shown } = globalThis as unknown as { asked: object; shown: string[] };
      return { asked, shown };
    });
  await expect.poll(async () => (await seen()).shown).toEqual([path]);
  expect((await seen()).asked).toMatchObject({
    defaultPath: expect.stringMatching(/^twicewise-[\d-]+\.twicewise$/),
    properties: ['showOverwriteConfirmation'],
  });
  expect(existsSync(path)).toBe(true);
  await exporting(page).getByRole('button', { name: 'Close' }).last().click();

  await host.client.call('reflection.delete', { id: stored.id });
  await page.getByRole('button', { name: 'Import…' }).click();
  await importing(page).getByRole('button', { name: 'Choose a bundle…' }).click();
  await expect(importing(page).getByText(path)).toBeVisible();
  await expect(importing(page).getByRole('table')).toBeVisible();
});

test('a name without the ending gets it: that file is written, told of and shown, and none is replaced unasked', async ({
  desktop,
  page,
  host,
}) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  await store(host);
  await open(page, host, 'data');
  const pick = (name: string) =>
    desktop.app.evaluate(
      ({ dialog, shell }, path) => {
        const seen = globalThis as unknown as { shown: string[] };
        seen.shown = [];
        dialog.showSaveDialog = (async () => ({ canceled: false, filePath: path })) as typeof dialog.showSaveDialog;
        shell.showItemInFolder = (path: string) => void seen.shown.push(path);
      },
      join(desktop.data, name),
    );
  await page.getByRole('button', { name: 'Export…' }).click();
  writeFileSync(join(desktop.data, 'there.twicewise'), 'mine');
  await pick('there');
  await exporting(page).getByRole('button', { name: 'Choose a place…' }).click();
  await expect(page.getByRole('alert')).toContainText('There is a file there.twicewise already');
  await pick('bare');
  await exporting(page).getByRole('button', { name: 'Choose a place…' }).click();
  const path = join(desktop.data, 'bare.twicewise');
  await expect(exporting(page).getByText(path)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await exporting(page).getByRole('button', { name: 'Write the bundle' }).click();
  await expect(exporting(page).getByText('The bundle is written')).toBeVisible();
  await exporting(page).getByRole('button', { name: 'Show in its folder' }).click();
  const shown = () => desktop.app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
  await expect.poll(shown).toEqual([path]);
  expect(existsSync(path)).toBe(true);
  // A failure is reported.
  await desktop.app.evaluate(({ shell }) => {
    shell.showItemInFolder = () => {
      throw new Error('no file manager');
    };
  });
  await exporting(page).getByRole('button', { name: 'Show in its folder' }).click();
  await expect(page.getByRole('alert')).toContainText('It could not be shown.');
});

test('a page cannot have a file shown that the person did not pick', async ({ desktop, page, host }) => {
  if (!desktop) throw new Error(NO_DESKTOP);
  await open(page, host, 'data');
  const answer = await page.evaluate(() => {
    const own = window as unknown as { twicewise: { native: { revealSaved(path: string): Promise<Envelope> } } };
    return own.twicewise.native.revealSaved('/etc/passwd');
  });
  expect(answer).toMatchObject({ ok: false, error: { code: 'refused' } });
});
