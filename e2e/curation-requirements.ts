import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InputOf, type OutputOf, resultOf } from '@twicewise/contract';
import type { OpenDoor } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { expect } from 'vitest';
import { startEmbeddingServer } from './embedding-server.ts';
import { ended } from './ended-job.ts';
import type { Requirement } from './scenarios/every-door.ts';

// Requirements of curation, run over every door: what a person does with many lessons. Agents have no tools for it.

async function store(door: OpenDoor, name: string, fields: Record<string, unknown> = {}): Promise<string> {
  const lesson = { projectId: `${name} project`, taskDescription: 'Parse CSV file', outcome: 'failure' as const };
  return (await door.client.call('reflection.store', { ...lesson, ...fields })).reflection.id;
}

/** The pairs of a project, once all stored lessons were compared. */
async function whenCompared<N extends 'reflection.suspects' | 'reflection.duplicates' | 'reflection.contradictions'>(
  door: OpenDoor,
  name: N,
  projectId: string,
): Promise<OutputOf<N>> {
  for (;;) {
    const found = await door.client.call(name, { projectId } as InputOf<N>);
    if (found.comparing.isDone) return found;
  }
}

/** Requirements of changes of many lessons at once. */
export const curation: readonly Requirement[] = [
  {
    title: 'facets count what choosing each value would show',
    needs: ['reflection.store', 'reflection.facets', 'memory.feedback', 'reflection.list'],
    async holds(door, name) {
      verifies('C-01');
      const id = await store(door, name, { tags: ['a'] });
      await store(door, name, { tags: ['a', 'b'], outcome: 'success' });
      const chosen = { projectId: `${name} project`, outcome: 'success' as const };
      const { total, facets } = await door.client.call('reflection.facets', chosen);
      expect(total).toBe(1);
      expect(facets.outcome.values).toEqual([
        { value: 'failure', count: 1 },
        { value: 'success', count: 1 },
      ]);
      expect(facets.tag.values.map(({ value }) => value)).toEqual(['a', 'b']);
      await door.client.call('memory.feedback', { reflectionId: id, verdict: 'harmful' });
      const judged = { projectId: chosen.projectId, feedback: 'harmful' as const };
      const { total: found, facets: left } = await door.client.call('reflection.facets', judged);
      expect([found, left.feedback.values]).toEqual([1, [{ value: 'harmful', count: 1 }]]);
      expect((await door.client.call('reflection.list', judged)).items.map((one) => one.id)).toEqual([id]);
    },
  },
  {
    title: 'a preview says what a change of many does, and one undo takes it back',
    needs: ['reflection.store', 'reflection.previewMany', 'reflection.changeMany', 'operation.undo'],
    async holds(door, name) {
      verifies('C-03');
      for (let n = 0; n < 3; n++) await store(door, name);
      const asked = {
        selection: { filters: { projectId: `${name} project` } },
        change: { kind: 'state' as const, state: 'archived' as const },
      };
      const { matches, changes, digest } = await door.client.call('reflection.previewMany', asked);
      expect([matches, changes]).toEqual([3, 3]);
      const { operationId } = await door.client.call('reflection.changeMany', { ...asked, digest });
      const archived = { ...asked.selection.filters, state: 'archived' as const, withTotal: true };
      expect((await door.client.call('reflection.list', archived)).total).toBe(3);
      await store(door, name);
      expect(await door.send('reflection.changeMany', { ...asked, digest })).toMatchObject({
        ok: false,
        error: { code: 'conflict', reason: 'changed_since' },
      });
      await door.client.call('operation.undo', { operationId: operationId ?? '' });
      expect((await door.client.call('reflection.list', archived)).total).toBe(0);
    },
  },
  {
    title: 'the lessons of an import are listed, searched, counted and deleted as those that it brought',
    needs: [
      ...(['import.lessons', 'job.get', 'reflection.store', 'reflection.list', 'reflection.search'] as const),
      ...(['reflection.facets', 'reflection.previewMany', 'reflection.changeMany', 'operation.undo'] as const),
    ],
    async holds(door, name) {
      verifies('E-04');
      const folder = mkdtempSync(join(tmpdir(), 'tw-lessons-'));
      const projectId = `${name} project`;
      const imported = async (...ids: string[]) => {
        const path = join(folder, 'lessons.jsonl');
        const lines = ids.map((id) => JSON.stringify({ id, title: `Parse CSV file ${id}`, failed: ['a quote'] }));
        writeFileSync(path, lines.join('\n'));
        const { job } = await door.client.call('import.lessons', { path, projectId });
        return resultOf('import', await ended(door, job.id));
      };
      await store(door, name);
      await imported('a', 'b');
      const { sourceId, imported: count, alreadyThere } = await imported('b', 'c', 'd');
      expect([count, alreadyThere]).toEqual([2, 1]);
      const named = (items: readonly { nativeId: string | null }[]) => items.map(({ nativeId }) => nativeId).sort();
      const listed = async () => named((await door.client.call('reflection.list', { sourceId })).items);
      expect(await listed()).toEqual(['c', 'd']);
      const asked = { taskDescription: 'parse CSV', projectId, sourceId };
      const { hits } = await door.client.call('reflection.search', asked);
      expect(named(hits.map(({ reflection }) => reflection))).toEqual(['c', 'd']);
      expect((await door.client.call('reflection.facets', { sourceId })).total).toBe(2);
      const change = { selection: { filters: { sourceId } }, change: { kind: 'delete' as const } };
      const { matches, digest } = await door.client.call('reflection.previewMany', change);
      expect(matches).toBe(2);
      const { operationId } = await door.client.call('reflection.changeMany', { ...change, digest });
      expect(await listed()).toEqual([]);
      expect((await door.client.call('reflection.list', { projectId, withTotal: true })).total).toBe(3);
      await door.client.call('operation.undo', { operationId: operationId ?? '' });
      expect(await listed()).toEqual(['c', 'd']);
      rmSync(folder, { recursive: true, force: true });
    },
  },
  {
    title: 'lessons of one source stand together, with the count of all that have it',
    needs: ['reflection.store', 'reflection.list'],
    async holds(door, name) {
      verifies('C-12');
      for (const project of ['b', 'a', 'b']) await store(door, name, { projectId: `${name} ${project}` });
      const asked = { projectId: ['a', 'b'].map((end) => `${name} ${end}`), groupBy: 'project' as const, limit: 2 };
      const { groups, nextCursor } = await door.client.call('reflection.list', asked);
      expect(groups).toMatchObject([
        { label: `${name} a`, count: 1, here: 1 },
        { label: `${name} b`, count: 2, here: 1 },
      ]);
      const rest = await door.client.call('reflection.list', { ...asked, cursor: nextCursor ?? '' });
      expect(rest).toMatchObject({ groups: [{ label: `${name} b`, count: 2, here: 1 }], nextCursor: null });
    },
  },
  {
    title: 'a merged project is one with the other, and one undo parts them',
    needs: ['reflection.store', 'project.merge', 'operation.undo'],
    async holds(door, name) {
      verifies('C-04');
      await store(door, name);
      await store(door, name, { projectId: `${name} copy` });
      const pair = { from: `${name} copy`, into: `${name} project` };
      const { project, operationId } = await door.client.call('project.merge', pair);
      expect(project.reflections).toBe(2);
      await store(door, name, { projectId: pair.from });
      expect((await door.client.call('project.get', { id: pair.from })).project.reflections).toBe(3);
      await door.client.call('operation.undo', { operationId: operationId ?? '' });
      expect((await door.client.call('project.get', { id: pair.from })).project.reflections).toBe(1);
    },
  },
  {
    title: 'a lesson goes back to an earlier version as one write, and one undo takes it back',
    needs: [
      'reflection.store',
      'reflection.update',
      'operation.list',
      'reflection.previewRevert',
      'reflection.revert',
      'operation.undo',
    ],
    async holds(door, name) {
      verifies('C-10');
      const id = await store(door, name, { nextStrategy: 'Use a CSV library' });
      const { reflection } = await door.client.call('reflection.update', { id, changes: { nextStrategy: 'Guess' } });
      const { items } = await door.client.call('operation.list', { entityId: id });
      const operationId = items.at(-1)?.id ?? '';
      const { change, revision } = await door.client.call('reflection.previewRevert', { id, operationId });
      expect(change.after).toEqual({ nextStrategy: 'Use a CSV library' });
      const stale = { id, operationId, expectedRevision: revision - 1 };
      expect(await door.send('reflection.revert', stale)).toMatchObject({ ok: false, error: { code: 'conflict' } });
      const back = await door.client.call('reflection.revert', { id, operationId, expectedRevision: revision });
      expect(back.reflection.nextStrategy).toBe('Use a CSV library');
      await door.client.call('operation.undo', { operationId: back.operationId ?? '' });
      expect((await door.client.call('reflection.get', { id })).reflection).toEqual(reflection);
    },
  },
  {
    title: 'two lessons that say the same are suspected until they are merged or told apart',
    needs: [
      'reflection.store',
      'reflection.suspects',
      'reflection.dismissSuspect',
      'reflection.merge',
      'operation.undo',
    ],
    async holds(door, name) {
      verifies('C-08');
      const projectId = `${name} project`;
      const said = { nextStrategy: 'Wait for a health endpoint, never for time' };
      const ids = [await store(door, name, said), await store(door, name, said)];
      const total = async () => (await whenCompared(door, 'reflection.suspects', projectId)).total;
      expect(await total()).toBe(1);
      const { operationId } = await door.client.call('reflection.dismissSuspect', { ids });
      expect(await total()).toBe(0);
      await door.client.call('operation.undo', { operationId: operationId ?? '' });
      expect(await total()).toBe(1);
      const choose = { nextStrategy: 'into' as const };
      await door.client.call('reflection.merge', { id: ids[0] ?? '', into: ids[1] ?? '', choose });
      expect(await total()).toBe(0);
    },
  },
  {
    title: 'all exact duplicates are merged by one decision, after a preview, and one undo parts them',
    needs: [
      'reflection.store',
      'reflection.duplicates',
      'reflection.previewMergeMany',
      'reflection.mergeMany',
      'operation.undo',
    ],
    async holds(door, name) {
      verifies('C-09');
      const projectId = `${name} project`;
      const said = { nextStrategy: 'Wait for a health endpoint, never for time' };
      for (let n = 0; n < 3; n++) await store(door, name, said);
      const exact = async () => (await whenCompared(door, 'reflection.duplicates', projectId)).exact;
      expect(await exact()).toEqual({ groups: 1, lessons: 2 });
      const which = { exact: true as const, projectId };
      const { superseded, digest } = await door.client.call('reflection.previewMergeMany', { which });
      expect(superseded).toBe(2);
      const { operationId } = await door.client.call('reflection.mergeMany', { which, digest });
      expect(await exact()).toEqual({ groups: 0, lessons: 0 });
      expect(await door.send('reflection.mergeMany', { which, digest })).toMatchObject({
        ok: false,
        error: { code: 'conflict', reason: 'changed_since' },
      });
      await door.client.call('operation.undo', { operationId: operationId ?? '' });
      expect(await exact()).toEqual({ groups: 1, lessons: 2 });
    },
  },
  {
    title: 'what no agent was shown and what contradicts is asked about until it is decided',
    needs: [
      'reflection.store',
      'reflection.contradictions',
      'reflection.dismissContradiction',
      'reflection.neglected',
      'reflection.keep',
      'settings.set',
      'operation.undo',
    ],
    async holds(door, name) {
      verifies('E-02');
      const projectId = `${name} project`;
      const failed = await store(door, name, { whatDidNotWork: ['Splitting at commas'] });
      const worked = await store(door, name, { whatWorked: ['Split at commas'], outcome: 'success' });
      const found = await whenCompared(door, 'reflection.contradictions', projectId);
      expect(found.items.map(({ one, other }) => [one.id, other.id])).toEqual([[failed, worked]]);
      await door.client.call('reflection.dismissContradiction', { ids: [worked, failed] });
      expect((await whenCompared(door, 'reflection.contradictions', projectId)).total).toBe(0);
      await door.client.call('settings.set', { changes: { 'review.unreadDays': 0 } });
      const unread = async () => (await door.client.call('reflection.neglected', { projectId })).neverShown;
      expect(await unread()).toBe(2);
      const { operationId } = await door.client.call('reflection.keep', { id: failed });
      expect(await unread()).toBe(1);
      await door.client.call('operation.undo', { operationId: operationId ?? '' });
      expect(await unread()).toBe(2);
    },
  },
  {
    title: 'a lesson that was judged harmful waits for a person, who retracts it or judges it otherwise',
    needs: ['reflection.store', 'memory.feedback', 'reflection.harmful', 'reflection.setState', 'operation.undo'],
    async holds(door, name) {
      verifies('B1-19');
      const projectId = `${name} project`;
      const id = await store(door, name, { nextStrategy: 'Use --no-verify' });
      const waiting = async () => (await door.client.call('reflection.harmful', { projectId })).items;
      expect(await waiting()).toEqual([]);
      const judge = (verdict: 'harmful' | 'helpful', note: string) =>
        door.client.call('memory.feedback', { reflectionId: id, verdict, note });
      await judge('harmful', 'It skipped the gate');
      expect(await waiting()).toMatchObject([{ reflection: { id }, judgements: [{ note: 'It skipped the gate' }] }]);
      const { operationId } = await door.client.call('reflection.setState', { id, state: 'rejected' });
      expect(await waiting()).toEqual([]);
      await door.client.call('operation.undo', { operationId: operationId ?? '' });
      expect(await waiting()).toHaveLength(1);
    },
  },
  {
    title: 'an embedding server is tested before it is set, and all vectors are computed again as a job',
    needs: ['reflection.store', 'embedding.test', 'embedding.renew', 'settings.set', 'job.get', 'operation.undo'],
    async holds(door, name) {
      verifies('S0-18');
      const server = await startEmbeddingServer();
      await store(door, name);
      const typed = { provider: 'ollama' as const, url: server.url, model: 'small' };
      expect(await door.client.call('embedding.test', typed)).toMatchObject({ ok: true, dimension: 8 });
      expect(server.texts).toHaveLength(1);
      const changes = {
        'embedding.provider': typed.provider,
        'embedding.url': typed.url,
        'embedding.model': typed.model,
      };
      const { operationId } = await door.client.call('settings.set', { changes });
      const { job } = await door.client.call('embedding.renew', {});
      await expect
        .poll(async () => (await door.client.call('job.get', { id: job.id })).job.state, { timeout: 20_000 })
        .toBe('done');
      expect(server.texts.filter((text) => text.startsWith('Parse CSV file')).length).toBeGreaterThan(0);
      await door.client.call('operation.undo', { operationId: operationId ?? '' });
      await server.stop();
      const gone = await door.client.call('embedding.test', typed);
      expect(gone).toMatchObject({ ok: false, dimension: null });
      expect(gone.hint).not.toBe('');
    },
  },
];
