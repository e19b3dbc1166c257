import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = (session: string) => agentIn('/work/shop', { session });

/** The lesson in the example of ADR-038. */
const HARMFUL = 'Use --no-verify with documented justification for unrelated failures';
const TASK = 'Commit although the linter fails on unrelated files';

const storeIt = async () => {
  const lesson = { taskDescription: TASK, outcome: 'success', whatWorked: [HARMFUL], nextStrategy: HARMFUL } as const;
  return (await test.call('reflection.store', { ...lesson, whatWorked: [HARMFUL] }, agent('a'))).reflection.id;
};

let sessions = 0;
/** The ways in which an agent of a new session is told the lesson. */
async function toldBy(): Promise<string[]> {
  const asking = agent(`new ${sessions++}`);
  const asked = [
    ['memory.brief', { task: TASK }],
    ['memory.remind', { occasion: 'prompt', text: TASK }],
    ['memory.remind', { occasion: 'session_start' }],
    ['reflection.search', { taskDescription: TASK }],
    ['reflection.recent', { projectId: 'shop' }],
    ['reflection.summary', { projectId: 'shop' }],
    ['reflection.format', { taskDescription: TASK }],
    ['memory.search', { text: TASK }],
  ] as const;
  const ways: string[] = [];
  for (const [name, input] of asked) {
    // Each question comes from a new session, because a session is not told the same lesson twice.
    const answer = JSON.stringify(await test.call(name, input as never, { ...asking, session: `n${sessions++}` }));
    if (answer.includes('--no-verify')) ways.push(name);
  }
  return ways;
}

describe('a harmful lesson', () => {
  it('that was judged so is listed, retracted by a person, told nowhere from then on, and the judgement undone (B1-19)', async () => {
    verifies('B1-19');
    const id = await storeIt();
    expect(await toldBy()).toHaveLength(8);
    await test.call(
      'memory.feedback',
      { reflectionId: id, verdict: 'harmful', note: 'It skips every gate' },
      agent('b'),
    );
    const { items, total } = await test.call('reflection.harmful', {});
    expect({ total, items }).toMatchObject({
      total: 1,
      items: [
        {
          reflection: { id, nextStrategy: HARMFUL },
          counts: { harmful: 1 },
          judgements: [{ note: 'It skips every gate', author: { kind: 'agent' } }],
        },
      ],
    });
    expect((await test.call('reflection.harmful', { projectId: 'shop' })).total).toBe(1);
    const { operationId } = await test.call('reflection.setState', { id, state: 'rejected' });
    expect(await toldBy()).toEqual([]);
    expect((await test.call('reflection.harmful', {})).total).toBe(0);
    // A retracted lesson is not lost: who wrote it, judged it and retracted it stays visible.
    expect((await test.call('reflection.list', { state: 'rejected' })).items).toMatchObject([{ id }]);
    const history = (await test.call('operation.list', { entityId: id })).items;
    expect(history[0]).toMatchObject({ name: 'reflection.setState', author: { kind: 'person' } });
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(await toldBy()).toHaveLength(8);
    expect((await test.call('reflection.harmful', {})).total).toBe(1);
  });

  it('leaves the list when a person judges otherwise, not when an agent does, and comes back when it is judged again', async () => {
    const id = await storeIt();
    const judge = (verdict: 'harmful' | 'helpful', by?: string) =>
      test.call('memory.feedback', { reflectionId: id, verdict }, by === undefined ? undefined : agent(by));
    const total = async () => (await test.call('reflection.harmful', {})).total;
    await judge('helpful');
    expect(await total()).toBe(0);
    await judge('harmful', 'b');
    await judge('helpful', 'c');
    expect(await total()).toBe(1);
    await judge('helpful');
    expect(await total()).toBe(0);
    await judge('harmful', 'd');
    expect(await total()).toBe(1);
    await test.call('reflection.delete', { id });
    expect(await total()).toBe(0);
  });

  it('is listed in pages, the last judged first, of one project or all', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const { id } = await test.store({ taskDescription: `t${n}`, projectId: n < 2 ? 'p' : 'q' });
      await test.call('memory.feedback', { reflectionId: id, verdict: 'harmful' });
      ids.push(id);
    }
    const first = await test.call('reflection.harmful', { limit: 3 });
    const second = await test.call('reflection.harmful', { limit: 3, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items].map(({ reflection }) => reflection.id)).toEqual(ids.toReversed());
    expect([first.total, second.nextCursor]).toEqual([5, null]);
    expect((await test.call('reflection.harmful', { projectId: 'p' })).total).toBe(2);
    expect(await test.call('reflection.harmful', { limit: 0 })).toMatchObject({ items: [], total: 5 });
    expect(await test.fail('reflection.harmful', { cursor: 'x' })).toMatchObject({ code: 'invalid_input' });
  });

  it('waits as a draft where a person reviews what agents say (B1-19)', async () => {
    verifies('B1-19');
    await test.call('settings.set', { changes: { 'review.draftAgents': ['test agent'] } });
    const id = await storeIt();
    expect((await test.call('reflection.list', { state: 'draft' })).items).toMatchObject([{ id }]);
    await test.call('reflection.setState', { id, state: 'rejected' });
    expect(await toldBy()).toEqual([]);
  });

  it('that an episode file teaches is taken out of it, and stays out when the file is read again (B1-19)', async () => {
    verifies('B1-19');
    const file = { id: 'episode-s', session: 's', timestamp: '2026-01-01T17:00:00Z', outcome: 'success', task: TASK };
    const path = join(test.folder, 'episode-s.json');
    const read = async (lessons: string[]) => {
      writeFileSync(path, JSON.stringify({ ...file, decisions: [], events: [], metrics: {}, lessons }));
      const { job } = await test.call('import.episodes', { path, projectId: 'shop' });
      return test.ended(job.id);
    };
    const good = 'Pre-commit hooks check all markdown, not just staged files';
    await read([good, HARMFUL]);
    const { episode } = await test.call('episode.get', { sessionId: 's' }, agent('b'));
    const digest = async () => (await test.call('episode.digest', { id: episode.id }, agent('b'))).text;
    expect(await digest()).toContain('--no-verify');
    await test.call('episode.update', { id: episode.id, changes: { lessons: [good] } });
    expect(await digest()).not.toContain('--no-verify');
    expect(await read([good, HARMFUL, 'Lint first'])).toMatchObject({ result: { changed: 1 } });
    expect((await test.call('episode.get', { id: episode.id })).episode.lessons).toEqual([good, 'Lint first']);
    expect((await test.call('memory.search', { text: 'no-verify justification', everywhere: true })).hits).toEqual([]);
  });
});
