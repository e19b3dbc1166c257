import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Episode, InputOf } from '@twicewise/contract';
import type { HostProcess } from '@twicewise/testkit';
import { expect } from '../fixtures.ts';

/** A session with only what a test cares about. */
export type Told = Partial<InputOf<'episode.store'>>;

/** The rows of the list of sessions. */
export const sessionRows = (page: Page) => page.getByRole('listbox', { name: /^Sessions/ }).getByRole('option');
/** The open session. */
export const record = (page: Page) => page.getByRole('article', { name: 'Session' });
/** Items of its timeline. */
export const items = (page: Page) => record(page).getByRole('list', { name: 'Timeline' }).locator('> li');
/** Its decisions in full. */
export const cards = (page: Page) => record(page).getByRole('list', { name: 'Decisions' }).locator('> li');
/** One of its parts by name. */
export const tab = (page: Page, name: string) => record(page).getByRole('tab', { name: new RegExp(`^${name}`) });

/** Records a session as an agent would, through the API. */
export async function tell(host: HostProcess, told: Told = {}): Promise<Episode> {
  const input = { task: 'Fix the login', sessionId: crypto.randomUUID(), ...told };
  return (await host.client.call('episode.store', input)).episode;
}

/** A session in which something led to something, with times of every quality. */
export const CHECKOUT: Told = {
  projectId: 'shop',
  sessionId: 'checkout-7',
  task: 'Make the checkout survive a slow payment provider',
  outcome: 'partial',
  occurredAt: '2026-05-20T09:00:00Z',
  decisions: [
    {
      type: 'design',
      context: 'The provider takes up to 40 s; requests time out after 30',
      options: ['Put the calls in a queue', 'Raise the timeout'],
      chosen: 'Put the calls in a queue',
      rationale: 'A timeout only moves the problem',
      risks: ['Orders are shown as paid a moment late'],
      confidence: 0.8,
      outcome: 'success',
      outcomeSource: 'defaulted',
      at: '2026-05-20T09:10:00Z',
      effects: ['e002'],
    },
    { chosen: 'Keep the old path behind a switch' },
  ],
  events: [
    { type: 'error', content: 'POST /pay: 504 after 30 s', at: '2026-05-20T09:02:11Z', leadsTo: ['d001'] },
    { type: 'milestone', content: 'The queue takes orders', at: '2026-05-20T10:15:00Z' },
    { type: 'commit', content: 'Queue payments', commitSha: '9f3c2ab1', at: '2026-05-20T10:40:00Z' },
    { type: 'handoff', content: 'Refunds are left', at: '2026-05-21T00:00:00Z', timeQuality: 'day' },
    { type: 'field_trip', content: 'Something nobody foresaw' },
  ],
  links: [{ from: 'e002', to: 'e003', relation: 'precedes' }],
  lessons: ['A refund must know whether its order is queued'],
  metrics: { duration_minutes: 100, tool_calls: null, errors: 0 },
  memoryRefs: [{ system: 'serena', name: 'payments-queue' }],
};

/** Imports an episode file of which only the day is known, and whose success nobody stated. */
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
