import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');
const SERENA = (name: string) => ({ system: 'serena', name });

describe('a memory of another system that got another name', () => {
  const store = (sessionId: string, names: string[], projectId = 'demo') =>
    test.call('episode.store', { task: 't', sessionId, projectId, memoryRefs: names.map(SERENA) });
  const rename = (more: object = {}) =>
    test.call('episode.renameRef', { system: 'serena', from: 'routing', to: 'routes', ...more });
  const refs = async (id: string) => (await test.call('episode.get', { id })).episode.memoryRefs;

  it('is named so by every episode, those in the bin included, in one write that is undone at once (B1-18)', async () => {
    verifies('B1-18');
    const { episode: one } = await store('one', ['other', 'routing']);
    const { episode: binned } = await store('two', ['routing'], 'else');
    const { episode: other } = await store('three', ['routing-rules']);
    const { episode: both } = await store('four', ['routes', 'routing', 'other']);
    const foreign = { system: 'forgetful', name: 'routing' };
    const { episode: elsewhere } = await test.call('episode.store', {
      task: 't',
      sessionId: 'five',
      memoryRefs: [foreign],
    });
    await test.call('episode.delete', { id: binned.id });
    const before = dump(test);
    const { episodes, operationId } = await rename();
    expect(episodes).toBe(3);
    expect(await refs(one.id)).toEqual([SERENA('other'), SERENA('routes')]);
    expect(await refs(binned.id)).toEqual([SERENA('routes')]);
    expect(await refs(both.id)).toEqual([SERENA('routes'), SERENA('other')]);
    expect(await refs(other.id)).toEqual([SERENA('routing-rules')]);
    expect(await refs(elsewhere.id)).toEqual([foreign]);
    expect(await rename()).toEqual({ episodes: 0, operationId: null });
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(before);
    expect(await rename({ projectId: 'else' })).toMatchObject({ episodes: 1 });
    expect(await rename({ to: 'routing' })).toEqual({ episodes: 0, operationId: null });
  });

  it('does not get its old name back from the file of the episode (B1-18, R11)', async () => {
    verifies('B1-18', 'R11');
    const path = join(test.folder, 'episode-s.json');
    const read = async (lessons: string[]) => {
      const file = {
        id: 'episode-s',
        session: 's',
        timestamp: '2026-01-01',
        outcome: 'success',
        task: 'Route',
        lessons,
      };
      writeFileSync(
        path,
        JSON.stringify({ ...file, memoryRefs: [SERENA('routing')], decisions: [], events: [], metrics: {} }),
      );
      const { job } = await test.call('import.episodes', { path, projectId: 'demo' });
      return test.ended(job.id);
    };
    await read([]);
    expect((await rename()).episodes).toBe(1);
    expect(await read(['Look first'])).toMatchObject({ result: { changed: 1 } });
    const { episode } = await test.call('episode.get', { sessionId: 's', projectId: 'demo' });
    expect(episode).toMatchObject({ memoryRefs: [SERENA('routes')], lessons: ['Look first'] });
  });

  it('is refused where it would be too much for one write', async () => {
    for (let n = 0; n < 501; n++) await store(`s${n}`, ['routing'], n === 0 ? 'else' : 'demo');
    expect(await test.fail('episode.renameRef', { system: 'serena', from: 'routing', to: 'x' })).toMatchObject({
      reason: 'too_large',
    });
    expect(await rename({ projectId: 'demo' })).toMatchObject({ episodes: 500 });
  });
});

describe('a project that got another name', () => {
  const named = (projectId: string) => test.store({ projectId });

  it('is meant by all names it had, by its folder and its id; what belongs to it stays with it (B1-18)', async () => {
    verifies('B1-18');
    const { projectId: id } = await test.store({ projectId: undefined }, agent);
    const claim = { from: { kind: 'error', text: 'a' }, to: { kind: 'error', text: 'b' }, relation: 'causes' as const };
    await test.call(
      'episode.store',
      { task: 't', sessionId: 'monday', events: [{ type: 'error', content: 'a' }] },
      agent,
    );
    await test.call('causal.assert', { ...claim, note: 'seen' }, agent);
    const before = dump(test);
    const first = await test.call('project.rename', { id: 'shop', name: 'store' });
    const second = await test.call('project.rename', { id: 'store', name: 'market' });
    for (const reference of ['shop', 'store', 'market', id]) {
      expect((await test.call('project.get', { id: reference })).project).toMatchObject({ id, name: 'market' });
      expect((await named(reference)).projectId, reference).toBe(id);
      expect((await test.call('episode.get', { sessionId: 'monday', projectId: reference })).episode.projectId).toBe(
        id,
      );
      expect((await test.call('causal.path', { from: 'a', to: 'b', projectId: reference })).paths).toHaveLength(1);
      expect((await test.call('reflection.list', { projectId: reference })).items.length).toBeGreaterThan(1);
    }
    expect((await test.store({ projectId: undefined }, agent)).projectId).toBe(id);
    expect((await test.call('project.list', {})).items).toHaveLength(1);
    const lessons = (await test.call('reflection.list', { limit: 100 })).items.slice(0, -1);
    for (const lesson of lessons) {
      const [{ id: made } = { id: '' }] = (await test.call('operation.list', { entityId: lesson.id })).items;
      await test.call('operation.undo', { operationId: made });
    }
    for (const { operationId } of [second, first])
      await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(before);
  });

  it('gives its old name to whoever is called so now, and to nobody when two had it', async () => {
    const one = (await test.store({ projectId: undefined }, agent)).projectId;
    await test.call('project.rename', { id: one, name: 'store' });
    const two = (await test.store({ projectId: undefined }, agentIn('/work/other/shop'))).projectId;
    expect(two).not.toBe(one);
    expect((await test.call('project.get', { id: 'shop' })).project.id).toBe(two);
    await test.call('project.rename', { id: two, name: 'market' });
    expect(await test.fail('project.get', { id: 'shop' })).toMatchObject({ code: 'not_found' });
    await test.call('project.rename', { id: one, name: 'shop' });
    expect((await test.call('project.get', { id: 'shop' })).project.id).toBe(one);
  });

  it('is found by its old name after it was merged into another', async () => {
    const one = (await test.store({ projectId: undefined }, agent)).projectId;
    const two = (await named('two')).projectId;
    await test.call('project.rename', { id: one, name: 'store' });
    await test.call('project.merge', { from: 'store', into: 'two' });
    expect((await test.call('project.get', { id: 'shop' })).project.id).toBe(two);
    expect((await test.call('project.get', { id: 'store' })).project.id).toBe(two);
  });
});
