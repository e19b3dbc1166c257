import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type EpisodeSummary, isRunning, type Job } from '@twicewise/contract';
import type { HostProcess } from '@twicewise/testkit';

async function ended(host: HostProcess, { id }: Job): Promise<void> {
  for (;;) {
    const { job } = await host.client.call('job.get', { id });
    if (job.state === 'done') return;
    if (!isRunning(job)) throw new Error(`The job ended as ${job.state}: ${job.error?.message}`);
    await wait(50);
  }
}

/** Imports the episode files and session logs of a project; returns the episodes as lists show them. */
export async function readEverything(host: HostProcess, data: string): Promise<EpisodeSummary[]> {
  const place = { projectId: 'agents' };
  await ended(host, (await host.client.call('import.episodes', { path: join(data, 'episodes'), ...place })).job);
  await ended(host, (await host.client.call('episode.extract', { path: join(data, 'sessions-json'), ...place })).job);
  const found: EpisodeSummary[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await host.client.call('episode.list', { limit: 100, ...(cursor ? { cursor } : {}) });
    found.push(...page.items);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}
