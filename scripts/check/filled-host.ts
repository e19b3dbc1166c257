import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type HostProcess, startHost } from '@twicewise/testkit';
import { writeLessons } from '../bench/lessons.ts';

const LOOK_MS = 500;

/** A real host with this many made-up lessons in ten projects, ready to be searched. */
export async function filledHost(data: string, lessons: number): Promise<HostProcess> {
  const host = await startHost({ data });
  const path = join(data, 'lessons.jsonl');
  await writeLessons(path, lessons);
  const { job } = await host.client.call('import.lessons', { path });
  for (let state = 'running'; state !== 'done'; await wait(LOOK_MS)) {
    ({ state } = (await host.client.call('job.get', { id: job.id })).job);
    if (state === 'failed' || state === 'cancelled') throw new Error(`The import ended as ${state}.`);
  }
  await host.client.call('reflection.search', { taskDescription: 'warm up' });
  return host;
}
