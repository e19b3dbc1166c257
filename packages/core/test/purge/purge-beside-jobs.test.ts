import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { agentIn } from '../harness.ts';
import { SessionCore } from '../sessions/session-core.ts';
import { memoryOf } from './purging.ts';

let test: SessionCore;
beforeEach(() => {
  test = new SessionCore();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.remove();
});

const WORD = 'zyxquoted';
const COUNT = 501;
const { besidesBackups } = memoryOf(() => test);

/** Lets each step of a job end after one record, so that what is asked for next comes before its end. */
function slowDown(): void {
  let time = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 100));
}

/** Puts all lessons with the word into the bin and purges them. */
async function purgeLessons(...ids: string[]): Promise<void> {
  for (const id of ids) await test.call('reflection.delete', { id });
  const { digest } = await test.call('reflection.previewPurge', { which: { bin: true } });
  const { purged } = await test.call('reflection.purge', { which: { bin: true }, digest });
  expect(purged).toBe(ids.length);
}

const inputs = () => test.rows<{ input: string }>('SELECT input FROM job ORDER BY seq').map(({ input }) => input);
/** The log of the file is emptied after the answer. */
const expectForgotten = () => vi.waitFor(() => expect(besidesBackups(WORD)).toEqual([]), { timeout: 5000 });
const stateOf = async (id: string) => (await test.call('job.get', { id })).job.state;

async function storeMany(): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < COUNT; n++) {
    ids.push((await test.store({ taskDescription: `task ${n}`, tags: ['old'] })).id);
  }
  return ids;
}

/** Takes tags off more lessons than one write changes, one of which has the word for a tag. Returns its id and that of the job. */
async function changeMany(): Promise<{ lesson: string; job: string }> {
  const { id: lesson } = await test.store({ taskDescription: 'task', tags: [WORD] });
  const asked = {
    selection: { ids: [lesson, ...(await storeMany())] },
    change: { kind: 'tags' as const, add: [], remove: [WORD, 'old'] },
  };
  const { digest } = await test.call('reflection.previewMany', asked);
  const { job } = await test.call('reflection.changeMany', { ...asked, digest });
  return { lesson, job: job?.id ?? '' };
}

/** Undoes what an agent stored: two lessons, of which a person has changed one since. The job says which that is. */
async function undoMany(): Promise<{ lesson: string; job: string }> {
  const agent = agentIn('/work/demo');
  const { id: lesson } = await test.store({ taskDescription: WORD }, agent);
  await test.call('reflection.update', { id: lesson, changes: { nextStrategy: 'Another' } });
  await test.store({}, agent);
  const filter = { authorKind: 'agent' as const };
  const { digest } = await test.call('operation.previewUndoMany', { filter });
  const { job } = await test.call('operation.undoMany', { filter, digest });
  return { lesson, job: job.id };
}

describe('a job that names lessons which are purged', () => {
  it('forgets what it was asked when it ends, if it runs meanwhile', async () => {
    slowDown();
    const { lesson, job } = await changeMany();
    await purgeLessons(lesson);
    expect([await stateOf(job), inputs().join()]).toEqual(['running', expect.stringContaining(WORD)]);
    expect(await test.ended(job)).toMatchObject({ state: 'done', result: { changed: COUNT, changedMeanwhile: 1 } });
    expect(inputs()).toEqual(['{}']);
    await expectForgotten();
  });

  it('forgets it when it is cancelled, be it running or waiting', async () => {
    slowDown();
    const running = await changeMany();
    const waiting = await undoMany();
    await purgeLessons(running.lesson, waiting.lesson);
    expect([await stateOf(running.job), await stateOf(waiting.job)]).toEqual(['running', 'queued']);
    for (const { job } of [waiting, running]) await test.call('job.cancel', { id: job });
    for (const { job } of [running, waiting]) expect(await test.ended(job)).toMatchObject({ state: 'cancelled' });
    expect(inputs()).toEqual(['{}', '{}']);
    await expectForgotten();
  });

  it('forgets it at the purge if it has ended, and quotes none of them in its result', async () => {
    const undo = await undoMany();
    const { result } = await test.ended(undo.job);
    expect(result).toMatchObject({ conflicts: 1, examples: [{ summary: expect.stringContaining(WORD) }] });
    const selection = { filters: { text: WORD } };
    const { digest } = await test.call('bundle.previewExport', { selection });
    const { job } = await test.call('bundle.export', { selection, path: join(test.folder, 'a.twicewise'), digest });
    await test.ended(job.id);
    await purgeLessons(undo.lesson);
    const examples = [{ operationId: expect.any(String), summary: 'Purged', message: expect.any(String) }];
    expect(await test.ended(undo.job)).toMatchObject({ state: 'done', result: { undone: 1, conflicts: 1, examples } });
    expect([inputs(), besidesBackups(WORD).filter((path) => path !== 'a.twicewise')]).toEqual([['{}', '{}'], []]);
  });

  it('quotes none of them in its result if it runs meanwhile', async () => {
    slowDown();
    const first = await changeMany();
    const undo = await undoMany();
    await test.call('job.cancel', { id: first.job });
    await purgeLessons(undo.lesson, first.lesson);
    await test.ended(undo.job);
    expect(inputs()).toEqual(['{}', '{}']);
    await expectForgotten();
  });

  it('keeps what it was asked where nothing is purged', async () => {
    const { job } = await undoMany();
    await test.ended(job);
    expect(inputs()).toEqual([expect.stringContaining('agent')]);
  });
});
