import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Episode, InputOf } from '@twicewise/contract';
import { CHECKOUT_SESSION, type HostProcess } from '@twicewise/testkit';
import { expect } from '../fixtures.ts';

/** A session with only the fields that matter to a test. */
export type Told = Partial<InputOf<'episode.store'>>;

/** The rows of the list of sessions. */
export const sessionRows = (page: Page) => page.getByRole('listbox', { name: /^Sessions/ }).getByRole('option');
/** The open session. */
export const record = (page: Page) => page.getByRole('article', { name: 'Session' });
/** The items of its timeline. */
export const items = (page: Page) => record(page).getByRole('list', { name: 'Timeline' }).locator('> li');
/** Its decisions, in full. */
export const cards = (page: Page) => record(page).getByRole('list', { name: 'Decisions' }).locator('> li');
/** One of its parts, by name. */
export const tab = (page: Page, name: string) => record(page).getByRole('tab', { name: new RegExp(`^${name}`) });

/** Records a session as an agent would, through the API. */
export async function tell(host: HostProcess, told: Told = {}): Promise<Episode> {
  const input = { task: 'Fix the login', sessionId: crypto.randomUUID(), ...told };
  return (await host.client.call('episode.store', input)).episode;
}

/** See {@link CHECKOUT_SESSION}. */
export const CHECKOUT: Told = CHECKOUT_SESSION;

/** Imports an episode file in which only the day is known, and whose success nobody stated. */
export async function importDay(host: HostProcess, task: string): Promise<void> {
  const path = join(host.ready.data, 'episode files');
  mkdirSync(path, { recursive: true });
  const file = {
    id: 'episode-2026-03-04-session-1',
    session: '2026-03-04-session-1',
    timestamp: '2026-03-04T00:00:00+00:00',
    outcome: 'success',
    task,
    decisions: [],
    events: [{ id: 'e001', timestamp: '2026-03-04T00:00:00+00:00', type: 'milestone', content: 'It was done' }],
    metrics: {},
    lessons: [],
  };
  writeFileSync(join(path, 'episode-1.json'), JSON.stringify(file));
  const { job } = await host.client.call('import.episodes', { path, projectId: 'old' });
  await expect
    .poll(async () => (await host.client.call('job.get', { id: job.id })).job)
    .toMatchObject({ state: 'done', result: { made: 1, bad: 0 } });
}
