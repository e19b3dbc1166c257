import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionCore } from '../sessions/session-core.ts';

let test: SessionCore;
beforeEach(() => {
  test = new SessionCore();
});
afterEach(() => test.remove());

const WORD = 'zyxquoted';
const KINDS = ['reflection', 'episode', 'attempt', 'turn'] as const;

async function changeLessons(kind: 'delete' | 'restore', id: string): Promise<void> {
  const asked: Omit<InputOf<'reflection.changeMany'>, 'digest'> = { selection: { ids: [id] }, change: { kind } };
  const { digest } = await test.call('reflection.previewMany', asked);
  await test.call('reflection.changeMany', { ...asked, digest });
}

async function mergeCopies(id: string): Promise<void> {
  const { id: copy } = await test.store({ projectId: 'shop', taskDescription: WORD, whatWorked: ['Again'] });
  const which = { groups: [{ ids: [id, copy], into: copy }] };
  const { digest } = await test.call('reflection.previewMergeMany', { which });
  await test.call('reflection.mergeMany', { which, digest });
}

async function purgeBin(kind: (typeof KINDS)[number]): Promise<number> {
  const which = { bin: true } as const;
  const { digest } = await test.call(`${kind}.previewPurge`, { which });
  return (await test.call(`${kind}.purge`, { which, digest })).purged;
}

const summaries = async () =>
  (await test.call('operation.list', { limit: 100 })).items.map(({ name, summary }) => `${name}: ${summary}`);

describe('the summaries of operations after a purge of what they changed', () => {
  it('stay where they quote none of it, whatever is purged, and say no more where they may', async () => {
    const { id: lesson } = await test.store({ projectId: 'shop', taskDescription: WORD, whatWorked: ['Again'] });
    await mergeCopies(lesson);
    const log = await test.call('episode.store', { projectId: 'shop', sessionId: 'told', task: WORD });
    const { session } = await test.tried('large', 1, { task: WORD });
    await test.thought('large', WORD);
    test.now += 3 * 86_400_000;
    await test.call('turn.prune', { sessionId: session, keepDays: 1 });
    await test.call('project.merge', { from: 'shop', into: (await test.store({ projectId: 'mart' })).projectId });
    await changeLessons('delete', lesson);
    await test.change({ selection: { ids: [log.episode.id, session] }, change: { kind: 'delete' } });
    const quoteNone = [
      'reflection.mergeMany: Merged 1 duplicate into 1 lesson',
      'turn.prune: Pruned the texts of 1 turn',
      'project.merge: Merged project shop into mart',
      'reflection.changeMany: Deleted 1 lesson',
      'episode.changeMany: Deleted 2 sessions',
    ];
    expect(await summaries()).toEqual(expect.arrayContaining(quoteNone));
    for (const kind of KINDS) {
      expect([kind, await purgeBin(kind)]).toEqual([kind, 1]);
      expect([kind, await summaries()]).toEqual([kind, expect.arrayContaining(quoteNone)]);
    }
    const quoting = ['reflection.store', 'episode.store', 'attempt.record', 'turn.save'];
    expect(await summaries()).toEqual(expect.arrayContaining(quoting.map((name) => `${name}: Purged`)));
  });

  it.each([1, 501])('name no tag that %i lessons were given at once, nor does the job that gave it', async (count) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n++)
      ids.push((await test.store({ projectId: 'shop', taskDescription: `task ${n}` })).id);
    const change = { kind: 'tags' as const, add: [WORD], remove: [] };
    const asked = { selection: { filters: {} }, change };
    const { digest, asJob } = await test.call('reflection.previewMany', asked);
    const { job } = await test.call('reflection.changeMany', { ...asked, digest });
    expect([asJob, job !== null]).toEqual([count > 500, count > 500]);
    if (job) await test.ended(job.id);
    expect(await summaries()).toContain(
      `reflection.changeMany: Tagged ${count} lesson${count > 1 ? 's' : ''}: +${WORD}`,
    );
    // The others keep the tag until they are changed too; the words about the change are forgotten with the first.
    await changeLessons('delete', ids[0] ?? '');
    await purgeBin('reflection');
    expect(await summaries()).toContain(`reflection.changeMany: Tagged ${count} lesson${count > 1 ? 's' : ''}`);
    expect(test.rows(`SELECT 1 FROM operation WHERE summary LIKE '%${WORD}%'`)).toEqual([]);
    expect(test.rows(`SELECT 1 FROM job WHERE title || input LIKE '%${WORD}%'`)).toEqual([]);
  });
});
