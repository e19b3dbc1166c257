import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { tempFolder } from '@twicewise/testkit';
import { lessonOf } from './lessons.ts';
import type { Fact } from './results.ts';
import { type Server, twicewise } from './sides.ts';
import { distribution } from './statistics.ts';

// The cost of using the built-in model. The other measurements leave it out, because FTS5 has nothing to compare with it.

/** Number of lessons, low enough that their vectors are computed within a minute. */
const LESSONS = 100;
/**
 * Questions as people ask them. Each is asked only once, because the answers of the model are cached for a while. None has a word
 * in common with the lessons, so that search must use the model for each of them.
 */
const QUESTIONS = [
  'our customers are billed twice when they press pay again',
  'why does the page flicker after it has loaded',
  'people get signed out in the middle of their work',
  'the colours of the chart are hard to tell apart',
  'how do we keep the phone from getting hot',
  'the printer puts the address in the wrong corner',
  'somebody renamed a column and nobody noticed',
  'what did we learn about translating the menu',
];
const ROUNDS = 5;
/** Maximum time to wait for vectors, in milliseconds. */
const PATIENCE_MS = 300_000;

async function untilCompared(server: Server): Promise<boolean> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await wait(250)) {
    const state = await server.vectors();
    if (state === 'ready') return true;
    if (state === 'off' || state === 'unavailable') return false;
  }
  return false;
}

async function measured(server: Server): Promise<Fact[]> {
  const client = await server.connect();
  for (let number = 0; number < LESSONS; number++) await client.call('reflection_store', lessonOf(number));
  if (!(await untilCompared(server))) return [];
  const ask = {
    search: (task: string) => client.call('reflection_search', { taskDescription: task, limit: 5 }),
    brief: (task: string) => client.call('memory_brief', { task, budget: 800 }),
  };
  const facts: Fact[] = [];
  for (const [name, call] of Object.entries(ask)) {
    const times: number[] = [];
    for (let turn = 0; turn < ROUNDS * QUESTIONS.length; turn++) {
      const from = performance.now();
      await call(`${QUESTIONS[turn % QUESTIONS.length]} (${name} ${turn})`);
      times.push(performance.now() - from);
    }
    const { p50, p95 } = distribution(times);
    for (const [share, value] of Object.entries({ p50, p95 }))
      facts.push({
        name: `${name} that asks the built-in model, ${LESSONS} lessons, ${share}`,
        unit: 'ms',
        sides: { ours: value },
      });
  }
  client.close();
  return facts;
}

/** Latency of questions that need the model, measured once its vectors exist; no facts if the model is not installed. */
export async function byMeaning(root: string): Promise<Fact[]> {
  const folder = tempFolder('bench-meaning');
  const data = join(folder.path, 'ours');
  mkdirSync(data, { mode: 0o700 });
  const server = await twicewise('ours', root, { asksModel: true }).start(data);
  try {
    return await measured(server);
  } finally {
    await server.stop();
    folder.remove();
  }
}
