import { setTimeout as wait } from 'node:timers/promises';
import type { OutputOf } from '@twicewise/contract';
import { type Agent, type HostProcess, startAgent, startHost } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Lessons are found when asked for in other words: with the real model, the real bridge and a memory of a dozen lessons. The
// large measurement is `npm run check:recall`; this small one always runs.

/** A lesson, and a question from somebody who does not know its words. */
const LESSONS: readonly [task: string, learned: string, question: string][] = [
  ['Keep people signed in for thirty days', 'Refresh the token before it expires', 'users get logged out too soon'],
  ['Shrink the size of product photos', 'Convert uploads to a modern image format', 'pictures take ages to load'],
  ['Avoid double charges at checkout', 'Make the payment call idempotent', 'customer paid twice for one order'],
  ['Stop the tests from failing now and then', 'Wait for the event instead of sleeping', 'flaky spec in the pipeline'],
  ['Make the product search faster', 'Add a trigram index on the name column', 'looking up articles is slow'],
  ['Free the memory of the chat server', 'Remove listeners when a socket closes', 'process eats more and more RAM'],
  ['Support right-to-left languages', 'Use logical CSS properties', 'layout is broken in Arabic'],
  [
    'Send the weekly newsletter once',
    'Take a lock before the cron job starts',
    'subscribers receive the same mail twice',
  ],
  ['Round invoice totals correctly', 'Calculate in integer cents', 'sums are off by a penny'],
  [
    'Deploy without downtime',
    'Drain connections before stopping the old version',
    'site is unreachable during a release',
  ],
  ['Read huge CSV exports', 'Stream the rows instead of loading the file', 'big spreadsheet crashes the importer'],
  [
    'Fix wrong dates for users abroad',
    'Store all timestamps in UTC',
    'calendar entries shift by hours while travelling',
  ],
];
const FOREIGN = [
  'motor jitters at low speed',
  'which font do we use for headings?',
  'VK_ERROR_DEVICE_LOST during present',
  'pathfinding is too slow with 500 units',
  'grafana panel shows no data',
  'how do I tune the guitar simulator?',
  'linker error with static openssl on musl',
  'did we choose Helm or Kustomize?',
  'train the classifier on more epochs',
  'the telescope mount drifts at night',
  'recipe for sourdough bread',
  'solder bridges on the new board revision',
];

type Brief = OutputOf<'memory.brief'>;

let host: HostProcess;
let agent: Agent;
const ids: string[] = [];
beforeAll(async () => {
  host = await startHost({ spawn: { env: { ...process.env, TWICEWISE_BUILT_IN_MODEL: 'on' } } });
  agent = await startAgent({ data: host.ready.data, project: 'shop' });
  for (const [taskDescription, learned] of LESSONS) {
    const lesson = { taskDescription, outcome: 'success', whatWorked: [learned], nextStrategy: 'the same again' };
    const answer = await agent.tool('reflection_store', lesson);
    if (!answer.ok) throw new Error(answer.text);
    ids.push((answer.value as OutputOf<'reflection.store'>).reflection.id);
  }
  for (;;) {
    const { vectors } = await host.client.call('host.status', {});
    if (vectors.state === 'ready' && vectors.done === LESSONS.length) break;
    await wait(100);
  }
}, 120_000);
afterAll(async () => {
  await agent.close();
  await host.stop();
});

async function brief(task: string): Promise<Brief & { said: string }> {
  const answer = await agent.tool('memory_brief', { task });
  if (!answer.ok) throw new Error(answer.text);
  return { ...(answer.value as Brief), said: answer.text };
}

describe('an agent that asks in other words', () => {
  it('is told the lesson, in a memory of a dozen', async () => {
    const missed: string[] = [];
    for (const [at, [, learned, question]] of LESSONS.entries()) {
      const { lessons, said } = await brief(question);
      const isTold = lessons.slice(0, 3).some(({ id }) => id === ids[at]);
      if (isTold) expect(said).toContain(learned);
      else missed.push(question);
    }
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(4);
  }, 60_000);

  it('is told nothing where no lesson knows', async () => {
    const answered: string[] = [];
    for (const question of FOREIGN) if ((await brief(question)).lessons.length > 0) answered.push(question);
    expect(answered.length, answered.join('; ')).toBeLessThanOrEqual(2);
  }, 60_000);

  it.each(['yes', 'commit this', 'try again', 'thanks!'])(
    'is told nothing where it asks nothing: %s',
    async (prompt) => {
      expect(await brief(prompt)).toMatchObject({ lessons: [], maybe: [], sessions: [] });
    },
  );
});
