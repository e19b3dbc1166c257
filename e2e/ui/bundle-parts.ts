import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type InputOf, isRunning } from '@twicewise/contract';
import type { HostProcess } from '@twicewise/testkit';
import { expect } from '../fixtures.ts';

/** The dialogs for bundles. */
export const exporting = (page: Page) => page.getByRole('dialog', { name: 'Export lessons and sessions as a bundle' });
export const importing = (page: Page) =>
  page.getByRole('dialog', { name: 'Import lessons and sessions from a bundle' });

/** Waits until a job has ended. */
export async function ended(host: HostProcess, id: string): Promise<void> {
  await expect
    .poll(async () => isRunning((await host.client.call('job.get', { id })).job), { timeout: 60_000 })
    .toBe(false);
  expect((await host.client.call('job.get', { id })).job).toMatchObject({ state: 'done', error: null });
}

/** Exports a bundle as a program would; returns its path. */
export async function bundleOf(
  host: HostProcess,
  name: string,
  selection: InputOf<'bundle.export'>['selection'] = { everything: true },
): Promise<string> {
  const path = join(host.ready.data, `${name}.twicewise`);
  const { digest } = await host.client.call('bundle.previewExport', { selection });
  const { job } = await host.client.call('bundle.export', { selection, path, digest, overwrite: true });
  await ended(host, job.id);
  return path;
}

/** Imports a bundle as a program would. */
export async function takeIn(host: HostProcess, path: string): Promise<void> {
  const { digest } = await host.client.call('bundle.preview', { path });
  await ended(host, (await host.client.call('bundle.import', { path, digest })).job.id);
}
