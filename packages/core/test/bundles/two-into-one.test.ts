import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, seeded, TestCore } from '../harness.ts';
import { exportTo, importFrom } from './bundle-harness.ts';

let from: TestCore;
let to: TestCore;
beforeEach(() => {
  from = new TestCore();
  to = new TestCore({ random: seeded(9) });
});
afterEach(async () => {
  await from.remove();
  await to.remove();
});

describe('two projects of a bundle that go into one', () => {
  it('keep their sessions, episodes and lessons of one name apart; what the preview counts is what is written', async () => {
    const ids: string[] = [];
    for (const projectId of ['json', 'md']) {
      const place = { projectId, sessionId: 's1' };
      await from.call('episode.store', { ...place, task: `from ${projectId}` });
      const lesson = await from.store({ ...place, nativeId: 'n1', taskDescription: `lesson of ${projectId}` });
      ids.push(lesson.projectId);
    }
    await to.store({ projectId: 'one' });
    const before = dump(to);
    const path = await exportTo(from, 'two.twicewise', { projects: ids });
    const mapping = Object.fromEntries(ids.map((id) => [id, 'one']));
    const preview = await to.call('bundle.preview', { path, mapping });
    const counted = preview.kinds.flatMap((kind) =>
      kind.kind === 'project' ? [] : [[kind.kind, kind.new, kind.total]],
    );
    expect(counted).toEqual([
      ['session', 2, 2],
      ['reflection', 2, 2],
      ['episode', 2, 2],
    ]);
    const job = await importFrom(to, path, { mapping });
    expect(job).toMatchObject({ state: 'done', result: { written: 6, undecided: 0 } });
    const sessions = (await to.call('session.list', { projectId: 'one' })).items.map(({ nativeId }) => nativeId);
    expect(sessions.sort()).toEqual(['s1', expect.stringMatching(/^s1 \((json|md)\)$/)]);
    const tasks = (await to.call('episode.list', { projectId: 'one' })).items.map(({ task }) => task);
    expect(tasks.sort()).toEqual(['from json', 'from md']);
    const again = await importFrom(to, path, { mapping });
    expect(again).toMatchObject({ result: { written: 0, undecided: 0 } });
    await to.call('operation.undo', { jobId: job.id });
    expect(dump(to)).toBe(before);
  });
});
