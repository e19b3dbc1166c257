import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Episode, type EpisodesResult, isRunning, resultOf } from '@twicewise/contract';
import type { HostProcess } from '@twicewise/testkit';

/** Folders of logs. Each is read by its own job into its own project. */
const FOLDERS = ['sessions-json', 'sessions-md'] as const;

/** A log file. */
export interface Log {
  /** `folder/name`. */
  path: string;
  text: string;
}

/** All logs. */
export function readLogs(data: string): Log[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(data, folder))
      .filter((name) => /\.(json|md)$/.test(name))
      .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(join(data, folder, name), 'utf8') })),
  );
}

/** The episode of each log, by `folder/name`. */
export type Episodes = ReadonlyMap<string, Episode>;

async function readFolder(host: HostProcess, data: string, folder: string): Promise<EpisodesResult> {
  const { job } = await host.client.call('episode.extract', { path: join(data, folder), projectId: folder });
  for (let now = job; ; now = (await host.client.call('job.get', { id: job.id })).job) {
    if (!isRunning(now)) {
      if (now.state !== 'done') throw new Error(`The job ended as ${now.state}: ${now.error?.message}`);
      return resultOf('episodes', now);
    }
    await wait(50);
  }
}

async function episodesOf(host: HostProcess, folder: string): Promise<[string, Episode][]> {
  const found: [string, Episode][] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await host.client.call('episode.list', {
      projectId: folder,
      limit: 100,
      ...(cursor ? { cursor } : {}),
    });
    for (const { id, sessionNativeId } of page.items) {
      const { episode } = await host.client.call('episode.get', { id });
      found.push([`${folder}/${sessionNativeId}`, episode]);
    }
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

/** Reads all logs through a host. Returns what the host reported, how long it took, and the episodes by `folder/session`. */
export async function readAll(
  host: HostProcess,
  data: string,
): Promise<{ result: EpisodesResult; milliseconds: number; episodes: Episodes }> {
  const started = performance.now();
  const results: EpisodesResult[] = [];
  for (const folder of FOLDERS) results.push(await readFolder(host, data, folder));
  const milliseconds = performance.now() - started;
  const total = (name: 'files' | 'made' | 'changed' | 'unchanged' | 'redacted' | 'bad' | 'unreadable' | 'noted') =>
    results.reduce((sum, result) => sum + result[name], 0);
  const result = {
    files: total('files'),
    made: total('made'),
    changed: total('changed'),
    unchanged: total('unchanged'),
    redacted: total('redacted'),
    bad: total('bad'),
    unreadable: total('unreadable'),
    noted: total('noted'),
    badFiles: results.flatMap(({ badFiles }) => badFiles),
    notedFiles: results.flatMap(({ notedFiles }) => notedFiles),
  };
  const entries: [string, Episode][] = [];
  for (const folder of FOLDERS) entries.push(...(await episodesOf(host, folder)));
  return { result, milliseconds, episodes: new Map(entries) };
}

/** The episode of a log. */
export function episodeOf(episodes: Episodes, path: string): Episode | undefined {
  return episodes.get(path.replace(/\.(json|md)$/, ''));
}
