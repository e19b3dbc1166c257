import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type HostProcess, startHost, tempFolder } from '@twicewise/testkit';
import { lessonOf, writeLessons } from '../../bench/lessons.ts';
import { type Distribution, distribution } from '../../bench/statistics.ts';

/** One long operation, and how it affected a client that stored lessons meanwhile. */
export interface Timed {
  name: string;
  seconds: number;
  stores: Distribution;
}

/** Pause of the storing client after each store, in milliseconds. */
const EVERY_MS = 20;
/** Number of stores that warm up a host: the duration of its first calls has nothing to do with bundles. */
const WARM_UP = 100;
/** Time between two questions whether a job has ended, in milliseconds. */
const LOOK_MS = 100;

async function ended(host: HostProcess, id: string): Promise<void> {
  for (;;) {
    const { state, error } = (await host.client.call('job.get', { id })).job;
    if (state === 'done') return;
    if (state === 'failed' || state === 'cancelled') throw new Error(`The job ended as ${state}: ${error?.message}`);
    await wait(LOOK_MS);
  }
}

function storeOne(host: HostProcess, number: number): Promise<unknown> {
  const { taskDescription, outcome } = lessonOf(number, 'meanwhile ');
  // A different project on each host: otherwise the bundle would bring a project whose name already exists, which is another
  // case.
  return host.client.call('reflection.store', { taskDescription, outcome, projectId: `meanwhile ${host.ready.pid}` });
}

/** Stores lessons until told to stop; returns the time of each. `late` is added to each time, for the negative control. */
async function storing(host: HostProcess, until: AbortSignal, late: number): Promise<number[]> {
  const times: number[] = [];
  while (!until.aborted) {
    const started = performance.now();
    await storeOne(host, times.length);
    if (late > 0) await wait(late);
    times.push(performance.now() - started);
    await wait(EVERY_MS);
  }
  return times;
}

/** Measures `work` while another client stores. */
export async function timed(host: HostProcess, name: string, work: () => Promise<unknown>, late = 0): Promise<Timed> {
  const stop = new AbortController();
  const stores = storing(host, stop.signal, late);
  const started = performance.now();
  try {
    await work();
  } finally {
    stop.abort();
  }
  const seconds = (performance.now() - started) / 1000;
  return { name, seconds, stores: distribution(await stores) };
}

/** Moves a memory with this many lessons to another host and, a second time, into what is there by then. */
export async function timeBundle(lessons: number, note: (name: string) => void): Promise<Timed[]> {
  const folders = [tempFolder('check-from'), tempFolder('check-to')] as const;
  const [from, to] = (await Promise.all(folders.map(({ path }) => startHost({ data: path })))) as [
    HostProcess,
    HostProcess,
  ];
  const times: Timed[] = [];
  const time = async <T>(host: HostProcess, name: string, work: () => Promise<T>) => {
    note(name);
    let result: T | undefined;
    times.push(await timed(host, name, async () => (result = await work())));
    return result as T;
  };
  try {
    for (const host of [from, to]) for (let n = 0; n < WARM_UP; n++) await storeOne(host, n);
    const lines = join(folders[0].path, 'lessons.jsonl');
    await writeLessons(lines, lessons);
    const importLessons = async () => ended(from, (await from.client.call('import.lessons', { path: lines })).job.id);
    await time(from, 'import of lessons', importLessons);
    // From here on, both hosts have built their index of lessons, like hosts in normal use.
    for (const host of [from, to]) await host.client.call('reflection.search', { taskDescription: 'warm up' });
    const path = join(folders[0].path, 'all.twicewise');
    const selection = { everything: true } as const;
    const { digest } = await time(from, 'scan', () => from.client.call('bundle.previewExport', { selection }));
    const write = async () =>
      ended(from, (await from.client.call('bundle.export', { selection, path, digest })).job.id);
    await time(from, 'export', write);
    for (const nth of ['', 'second ']) {
      const preview = await time(to, `${nth}preview`, () => to.client.call('bundle.preview', { path }));
      const read = async () => {
        const { job } = await to.client.call('bundle.import', { path, digest: preview.digest });
        await ended(to, job.id);
      };
      await time(to, `${nth}import`, read);
    }
    return times;
  } finally {
    await Promise.all([from.stop(), to.stop()]);
    for (const folder of folders) folder.remove();
  }
}

/** A client whose stores take `late` milliseconds longer: the judgement must notice it. */
export async function lateClient(late: number): Promise<Timed> {
  const host = await startHost();
  try {
    return await timed(host, 'control', () => wait(10 * late), late);
  } finally {
    await host.stop();
  }
}
