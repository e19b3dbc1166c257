import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type HostProcess, startHost, tempFolder } from '@twicewise/testkit';
import { lessonOf, projectOf, questionOf } from '../bench/lessons.ts';
import { distribution } from '../bench/statistics.ts';
import { filledHost } from './filled-host.ts';
import { against, conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:model`: what the built-in model costs. Measures how long it takes to compute all vectors, what a store and a
// question cost in the meantime and without it, and how much memory it takes and frees. Uses one host, as a person starts it,
// with no other work.

const { values } = parseArgs({ options: { lessons: { type: 'string', default: '1000' } } });
const LESSONS = Number(values.lessons);
const CALLS = 100;
/**
 * Pause between calls, in milliseconds. It is longer than the idle time that computing vectors waits for, so that it continues
 * between the calls.
 */
const APART_MS = 150;
const LOOK_MS = 200;

process.env.TWICEWISE_BUILT_IN_MODEL = 'on';
const folder = tempFolder('check-model');
const verdicts: Verdict[] = [];
const notes: string[] = [];

function line(times: readonly number[]): string {
  const { p50, p95, max } = distribution(times);
  return `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, at most ${max.toFixed(0)} ms`;
}

/** Resident memory of the host in MB; null if the system does not tell. */
function resident({ ready }: HostProcess): number | null {
  try {
    const status = readFileSync(`/proc/${ready.pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
  } catch {
    return null;
  }
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await call();
  return performance.now() - from;
}

async function several(call: (at: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < CALLS; at++) {
    times.push(await timed(() => call(at)));
    await wait(APART_MS);
  }
  return times;
}

let host = await filledHost(folder.path, LESSONS);
const vectors = async () => (await host.client.call('host.status', {})).vectors;
const provide = (provider: 'builtin' | 'off') =>
  host.client.call('settings.set', { changes: { 'embedding.provider': provider } });
let stored = 0;
const store = () => {
  const at = stored++;
  return host.client.call('reflection.store', { ...lessonOf(at, 'new '), projectId: projectOf(at) });
};
const search = (at: number) => host.client.call('reflection.search', { taskDescription: questionOf(at) });

try {
  await provide('off');
  await wait(1000);
  const before = resident(host);
  const quietStores = await several(store);
  const quietSearches = await several(search);
  say('without the model: done');

  await provide('builtin');
  const from = performance.now();
  while ((await vectors()).done === 0) await wait(LOOK_MS);
  const stores = await several(store);
  const searches = await several(search);
  const { done } = await vectors();
  const during = resident(host);
  verdicts.push(
    {
      id: 'model',
      what: 'a store while vectors are filled',
      found: line(stores),
      state: against(distribution(stores).p95, 2 * distribution(quietStores).p95 + 5),
    },
    {
      id: 'model',
      what: 'a search while vectors are filled',
      found: line(searches),
      state: against(distribution(searches).max, 250),
    },
  );
  notes.push(`Without the model: store ${line(quietStores)}; search ${line(quietSearches)}.`);
  notes.push(`${done} lessons were filled meanwhile.`);
  const [began, count] = [performance.now(), (await vectors()).done];
  while ((await vectors()).state !== 'ready') await wait(LOOK_MS);
  const all = (await vectors()).total;
  const each = (performance.now() - began) / (all - count);
  notes.push(
    `Filling undisturbed: ${each.toFixed(0)} ms a lesson; ${all} in ${((performance.now() - from) / 1000).toFixed(0)} s with what disturbed it.`,
  );
  say('filling: done');

  const warm = await several(async (at) => search(at + CALLS));
  verdicts.push({
    id: 'model',
    what: 'a search with its question by meaning',
    found: line(warm),
    state: against(distribution(warm).p95, 150),
  });
  const loaded = resident(host);
  await provide('off');
  await wait(2000);
  const after = resident(host);
  notes.push(`Memory of the host: ${before} MB before, ${during} while filling, ${loaded} loaded, ${after} after.`);
  await provide('builtin');
  const cold = (await host.client.call('embedding.test', {})).milliseconds;
  notes.push(`From nothing to the first vector: ${cold} ms.`);
  await host.stop();
  host = await startHost({ data: folder.path });
  const first = await timed(() => search(0));
  const rankers = (await host.client.call('reflection.search', { taskDescription: questionOf(1) })).rankers;
  verdicts.push({
    id: 'model',
    what: 'the first search after a start, by words',
    found: `${first.toFixed(0)} ms`,
    state: against(first, 1000),
  });
  let turn = 0;
  while (
    !(await host.client.call('reflection.search', { taskDescription: questionOf(turn) })).rankers.includes('vector')
  ) {
    if (turn++ > 100) break;
    await wait(LOOK_MS);
  }
  verdicts.push({
    id: 'model',
    what: 'then by meaning',
    found: `${rankers.join(', ')} at once; by meaning after ${turn} looks`,
    state: exactly(turn < 100),
  });
} finally {
  await host.stop();
  folder.remove();
}
process.exitCode = conclude(verdicts, notes);
