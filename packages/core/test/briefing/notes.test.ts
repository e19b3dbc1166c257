import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop', { session: 'one' });
const other = agentIn('/work/shop', { session: 'two' });
const note = {
  kind: 'note' as const,
  outcome: 'unknown' as const,
  taskDescription: 'Prices are stored in cents, never as floating point',
};

const linesUnder = (text: string | null, heading: string) => (text ?? '').split(`${heading}\n`)[1]?.split('\n') ?? [];

describe('a note that an agent stored', () => {
  it('is told under a heading of its own, as what is no attempt', async () => {
    const { reflection } = await test.call('reflection.store', note, agent);
    const { text } = await test.call('memory.brief', { task: 'How are prices stored?' }, other);
    const [line = '{}'] = linesUnder(text, 'KNOWN HERE');
    expect(JSON.parse(line)).toMatchObject({ id: reflection.id, about: note.taskDescription });
    expect(JSON.parse(line)).not.toHaveProperty('outcome');
    expect(text).toContain('0 warnings, 0 successes, 1 note.');
  });

  it('is what a session starts with: the three newest, after what is pinned and before what failed', async () => {
    const failed = await test.call('reflection.store', { taskDescription: 'Ship it', outcome: 'failure' }, agent);
    const ids: string[] = [];
    for (const what of ['cents', 'UTC', 'pnpm', 'tabs']) {
      const stored = await test.call('reflection.store', { ...note, taskDescription: `Here we use ${what}` }, agent);
      ids.push(stored.reflection.id);
    }
    const pinned = await test.call('reflection.store', { taskDescription: 'Read me', outcome: 'success' }, agent);
    await test.call('reflection.pin', { id: pinned.reflection.id, pinned: true }, person);
    const { lessons } = await test.call('memory.remind', { occasion: 'session_start', budget: 2000 }, other);
    expect(lessons.toSorted((a, b) => a.rank - b.rank).map(({ id }) => id)).toEqual([
      pinned.reflection.id,
      ...ids.slice(1).reverse(),
      failed.reflection.id,
    ]);
  });

  it('counts neither as a success nor as a failure', async () => {
    await test.call('reflection.store', note, agent);
    const { success, outcomes } = await test.call('reflection.summary', {}, other);
    expect(success).toMatchObject({ value: null });
    expect(outcomes).toMatchObject({ success: 0, failure: 0, unknown: 1 });
  });
});
