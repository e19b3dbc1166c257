import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damage } from '../harness.ts';
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
  test.rows<{ said: string }>("SELECT name || ': ' || summary AS said FROM operation").map(({ said }) => said);

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

  it.each([1, 501])('name no tag of %i lessons, nor does the job that changed it, or its undo', async (count) => {
    const ids: string[] = [];
    const lesson = { projectId: 'shop', tags: [WORD] };
    for (let n = 0; n < count; n++) ids.push((await test.store({ ...lesson, taskDescription: `task ${n}` })).id);
    const asked = {
      selection: { filters: { tags: [WORD] } },
      change: { kind: 'tags' as const, add: [], remove: [WORD] },
    };
    const { digest, asJob } = await test.call('reflection.previewMany', asked);
    const { job, operationId } = await test.call('reflection.changeMany', { ...asked, digest }, undefined, 'once');
    expect([asJob, job !== null]).toEqual([count > 500, count > 500]);
    if (job) await test.ended(job.id);
    await test.call('operation.undo', job ? { jobId: job.id } : { operationId: operationId ?? '' });
    const said = `Changed tags of ${count} lesson${count > 1 ? 's' : ''}`;
    expect(await summaries()).toContain(`reflection.changeMany: ${said}`);
    for (const id of ids) await changeLessons('delete', id);
    await purgeBin('reflection');
    expect(await summaries()).toContain(`reflection.changeMany: ${said}`);
    for (const [table, text] of [
      ['operation', 'summary'],
      ['operation_change', "coalesce(before, '') || coalesce(after, '')"],
      ['job', 'title || input'],
      ['request_key', 'answer'],
    ]) {
      expect([table, test.rows(`SELECT 1 FROM ${table} WHERE ${text} LIKE '%${WORD}%'`)]).toEqual([table, []]);
    }
  });

  it('name no tag that was named before such words were left out', async () => {
    const { id } = await test.store({ projectId: 'shop', taskDescription: 'task', tags: [] });
    const asked = { selection: { ids: [id] }, change: { kind: 'tags' as const, add: [WORD], remove: [] } };
    const { digest } = await test.call('reflection.previewMany', asked);
    await test.call('reflection.changeMany', { ...asked, digest });
    await damage(
      test,
      `UPDATE operation SET summary = 'Tagged 1 lesson: +${WORD}' WHERE name = 'reflection.changeMany'`,
    );
    await changeLessons('delete', id);
    await purgeBin('reflection');
    expect(await summaries()).toContain('reflection.changeMany: Tagged 1 lesson');
  });

  it('quote nothing in the undo of many writes', async () => {
    const { id } = await test.store({ projectId: 'shop', taskDescription: WORD });
    test.now += 60_000;
    const filter = { since: new Date(test.now).toISOString() };
    await test.call('reflection.update', { id, changes: { nextStrategy: 'Another' } });
    const preview = await test.call('operation.previewUndoMany', { filter });
    const { job } = await test.call('operation.undoMany', { filter, digest: preview.digest });
    await test.ended(job.id);
    expect((await summaries()).filter((said) => said.includes(WORD)).length).toBeGreaterThan(1);
    await changeLessons('delete', id);
    await purgeBin('reflection');
    expect((await summaries()).filter((said) => said.includes(WORD))).toEqual([]);
  });
});
