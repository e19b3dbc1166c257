import { join } from 'node:path';
import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Places } from '../../src/bundles/places.ts';
import type { Carried } from '../../src/bundles/record-lines.ts';
import { agentIn, dump, seeded, TestCore } from '../harness.ts';
import { exportTo, filled, importFrom, standings } from './bundle-harness.ts';
import { declared, pack, unpacked } from './hostile-archives.ts';

// Where the projects of a bundle go, and what of their records comes along under which id and name.

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

type Mapping = InputOf<'bundle.preview'>['mapping'];
const projectsOf = async (path: string, mapping?: Mapping) =>
  (await to.call('bundle.preview', { path, mapping })).projects.map(({ name, into, because }) => [name, into, because]);
const projectIds = (table: string) =>
  to.rows<{ id: string }>(`SELECT DISTINCT project_id AS id FROM ${table}`).map(({ id }) => id);
const tried = { task: 'Mend the upload', outcome: 'failure' as const };
const turn = { context: [{ kind: 'task', text: 'Mend it' }] };

describe('the projects of a bundle', () => {
  it('go with all that is in them, and with the settings that name them, where they are told', async () => {
    const full = await filled();
    const own = await to.store({ projectId: 'mine', sessionId: 's1', nativeId: 'known' });
    const place = { projectId: 'shop', sessionId: 's1', nativeId: 'known' };
    const theirs = await full.store({ ...place, taskDescription: 'the same' });
    await full.call('memory.feedback', { reflectionId: theirs.id, verdict: 'harmful', note: 'of the same' });
    for (const key of ['remind.offProjects', 'capture.offProjects'] as const)
      await full.call('settings.set', { changes: { [key]: [theirs.projectId] } });
    const path = await exportTo(full, 'a.twicewise');
    const { items } = await full.call('project.list', {});
    const mapping = Object.fromEntries(items.map(({ id }) => [id, 'mine']));
    expect(new Set((await projectsOf(path, mapping)).map(([, ...where]) => where.join()))).toEqual(
      new Set([`${own.projectId},chosen`]),
    );
    // Their own records are of no use here, and nothing that differs.
    const { kinds } = await to.call('bundle.preview', { path, mapping });
    expect(kinds.find(({ kind }) => kind === 'project')).toMatchObject({ total: 2, identical: 2 });
    expect(await importFrom(to, path, { mapping })).toMatchObject({ state: 'done' });
    for (const table of ['session', 'reflection', 'claim', 'attempt', 'turn'])
      expect(projectIds(table), table).toEqual([own.projectId]);
    // The session and the lesson of the same name are the ones that were here.
    for (const table of ['episode', 'claim', 'attempt', 'turn'])
      expect(to.rows(`SELECT DISTINCT session_id AS id FROM ${table}`), table).toEqual([{ id: own.sessionId }]);
    expect(to.rows('SELECT note FROM feedback WHERE reflection_id = ?', [own.id])).toEqual([{ note: 'of the same' }]);
    expect((await to.call('settings.get', {})).settings).toMatchObject({
      'review.draftProjects': [own.projectId],
      'remind.offProjects': [own.projectId],
      'capture.offProjects': [own.projectId],
    });
    await full.remove();
  });

  it('are refused a place that is not there, and a project of their own where they are already', async () => {
    const { projectId } = await from.store();
    const path = await exportTo(from, 'a.twicewise');
    await importFrom(to, path);
    const hint = 'Look at the projects of the bundle, and where they go (bundle.preview).';
    const refusal = (mapping: Mapping) => to.fail('bundle.preview', { path, mapping });
    const unknown = `${projectId.slice(0, -1)}${projectId.endsWith('Z') ? 'X' : 'Z'}`;
    expect(await refusal({ [unknown]: null })).toMatchObject({
      code: 'invalid_input',
      message: `The bundle has no project ${unknown}; nothing was changed.`,
      hint,
    });
    expect(await refusal({ [projectId]: null })).toMatchObject({
      code: 'invalid_input',
      message: `The project ${projectId} is here already, so it cannot be a new one; nothing was changed.`,
      hint,
    });
    expect(await refusal({ [projectId]: 'nowhere' })).toMatchObject({ code: 'not_found' });
  });

  it('go where they were merged into here, and those that were merged there are no other of their name', async () => {
    const { projectId } = await from.store({ projectId: 'old' });
    const first = await exportTo(from, 'a.twicewise');
    await importFrom(to, first);
    const target = await to.store({ projectId: 'target' });
    await to.call('project.merge', { from: 'old', into: 'target' });
    await from.store({ projectId: 'old', taskDescription: 'later' });
    const path = await exportTo(from, 'b.twicewise');
    expect(await projectsOf(path)).toEqual([['old', target.projectId, 'same id']]);
    await importFrom(to, path);
    expect(projectIds('reflection')).toEqual([target.projectId]);
    // Merged in the bundle, and of the name of one that is here: its content is in the other one.
    await from.store({ projectId: 'web' });
    await from.call('project.merge', { from: projectId, into: 'web' });
    const other = new TestCore({ random: seeded(11) });
    const mine = await other.store({ projectId: 'old' });
    const merged = await exportTo(from, 'c.twicewise');
    const { projects } = await other.call('bundle.preview', { path: merged });
    expect(new Map(projects.map(({ name, into, because }) => [name, [into, because]]))).toEqual(
      new Map([
        ['old', [null, 'new']],
        ['web', [null, 'new']],
      ]),
    );
    expect(mine.projectId).not.toBe(projectId);
    await other.remove();
  });

  it('are not mistaken for each other by name or folder', async () => {
    const one = await from.store({ projectId: undefined }, agentIn('/src/one'));
    await from.store({ projectId: 'two' });
    await importFrom(to, await exportTo(from, 'a.twicewise', { projects: ['one'] }));
    // What is "one" in the bundle is called "two" here.
    await to.call('project.rename', { id: one.projectId, name: 'two' });
    expect(await projectsOf(await exportTo(from, 'b.twicewise'))).toEqual([
      ['one', one.projectId, 'same id'],
      ['two', null, 'new'],
    ]);
    // By its folder it is known under any name.
    const other = new TestCore({ random: seeded(11) });
    const here = await other.store({ projectId: undefined }, agentIn('/src/one'));
    await other.call('project.rename', { id: here.projectId, name: 'else' });
    const path = await exportTo(from, 'c.twicewise', { projects: ['one'] });
    expect((await other.call('bundle.preview', { path })).projects).toMatchObject([
      { into: here.projectId, because: 'same folder' },
    ]);
    // A project that only has a name may be the one that has a folder there.
    const third = new TestCore({ random: seeded(12) });
    const named = await third.store({ projectId: 'one' });
    expect((await third.call('bundle.preview', { path })).projects).toMatchObject([
      { into: named.projectId, because: 'same name' },
    ]);
    await other.remove();
    await third.remove();
  });

  it('are at most ten thousand', () => {
    const places = new Places(
      () => {
        throw new Error('nothing is read before all of them are known');
      },
      {},
      false,
    );
    const note = (n: number) => places.note({ id: `proj_${n}`, record: { name: 'x' } } as unknown as Carried);
    for (let n = 0; n < 10_000; n++) note(n);
    note(0);
    expect(() => note(10_000)).toThrow('It has more than 10000 projects; nothing was changed.');
  });
});

describe('two projects that go into one', () => {
  it('keep what has the same name in both, for each kind that has names, and a second import changes nothing', async () => {
    const ids: string[] = [];
    for (const projectId of ['json', 'md']) {
      const place = { projectId, sessionId: 's1', nativeId: 'n1' };
      const lesson = await from.store({ ...place, taskDescription: projectId });
      await from.call('attempt.record', { ...tried, ...place });
      await from.call('turn.save', { ...turn, ...place });
      await from.store({ projectId, taskDescription: 'without a name' });
      ids.push(lesson.projectId);
    }
    await to.store({ projectId: 'one' });
    const path = await exportTo(from, 'a.twicewise');
    const mapping = Object.fromEntries(ids.map((id) => [id, 'one']));
    expect(await importFrom(to, path, { mapping })).toMatchObject({ state: 'done', result: { written: 10 } });
    const names = (table: string) =>
      to
        .rows<{ id: string }>(`SELECT native_id AS id FROM ${table} WHERE native_id IS NOT NULL`)
        .map(({ id }) => id)
        .sort();
    expect(names('session')).toEqual(['s1', 's1 (md)']);
    for (const table of ['reflection', 'attempt', 'turn']) expect(names(table), table).toEqual(['n1', 'n1 (md)']);
    const once = dump(to);
    expect(await importFrom(to, path, { mapping })).toMatchObject({ result: { written: 0, undecided: 0 } });
    expect(dump(to)).toBe(once);
    // An own bundle of what came: nothing in it is new here.
    expect(await standings(to, await exportTo(to, 'own.twicewise'))).toMatchObject({ new: 0, conflicting: 0 });
  });

  it('keep the names that they got here when they came before', async () => {
    const [json, md] = [
      await from.store({ projectId: 'json', nativeId: 'n1', taskDescription: 'of json' }),
      await from.store({ projectId: 'md', nativeId: 'n1', taskDescription: 'of md' }),
    ];
    const { projectId } = await to.store({ projectId: 'one' });
    const lessons = () =>
      to.rows('SELECT id, native_id FROM reflection WHERE native_id IS NOT NULL ORDER BY id').map(Object.values);
    const path = await exportTo(from, 'a.twicewise', { projects: [md.projectId] });
    await importFrom(to, path, { mapping: { [md.projectId]: projectId } });
    expect(lessons()).toEqual([[md.id, 'n1']]);
    const mapping = { [json.projectId]: projectId, [md.projectId]: projectId };
    const both = await exportTo(from, 'b.twicewise', { projects: [json.projectId, md.projectId] });
    expect(await importFrom(to, both, { mapping })).toMatchObject({ result: { written: 1, undecided: 0 } });
    expect(lessons()).toEqual([
      [json.id, 'n1 (json)'],
      [md.id, 'n1'],
    ]);
  });
});

describe('an episode of a session that has one here', () => {
  it('is another version of that one', async () => {
    for (const [test, task] of [
      [from, 'theirs'],
      [to, 'ours'],
    ] as const)
      await test.call('episode.store', { projectId: 'shop', sessionId: 's1', task });
    const path = await exportTo(from, 'a.twicewise');
    const { items } = await to.call('bundle.preview', { path });
    expect(items).toMatchObject([{ kind: 'episode', standing: 'conflicting', fields: ['task'] }]);
    const choices = { conflicting: 'theirs', changedThere: 'theirs' } as const;
    expect(await importFrom(to, path, { choices })).toMatchObject({ state: 'done', result: { undecided: 0 } });
    expect(to.rows('SELECT task FROM episode')).toEqual([{ task: 'theirs' }]);
  });
});

describe('an attempt or a turn of a name that one has here', () => {
  it('is another version of that one', async () => {
    const place = { projectId: 'shop', sessionId: 's1', nativeId: 'n1' };
    for (const [test, outcome] of [
      [from, 'success'],
      [to, 'failure'],
    ] as const) {
      await test.call('attempt.record', { ...tried, ...place, outcome });
      await test.call('turn.save', { ...turn, ...place, model: outcome });
    }
    const path = await exportTo(from, 'a.twicewise');
    expect(await standings(to, path)).toMatchObject({ new: 0, conflicting: 2 });
    expect(await importFrom(to, path)).toMatchObject({ state: 'done', result: { written: 0, undecided: 2 } });
    const choices = { conflicting: 'theirs', changedThere: 'theirs' } as const;
    expect(await importFrom(to, path, { choices })).toMatchObject({ result: { written: 2, undecided: 0 } });
    expect(to.rows('SELECT outcome, ordinal FROM attempt')).toEqual([{ outcome: 'success', ordinal: 1 }]);
    expect(to.rows('SELECT model, take FROM turn')).toEqual([{ model: 'success', take: 1 }]);
  });
});

describe('a setting of a bundle', () => {
  it('that is no list of projects, though it should be one, changes nothing that is read', async () => {
    const { projectId } = await from.store();
    await from.call('settings.set', { changes: { 'remind.offProjects': [projectId] } });
    const files = await unpacked(await exportTo(from, 'a.twicewise'));
    const path = join(to.folder, 'b.twicewise');
    const line = Buffer.from('{"key":"remind.offProjects","value":"all of them"}\n');
    await pack(path, declared({ ...files, 'settings.jsonl': line }));
    expect((await importFrom(to, path)).state).toBe('done');
    expect((await to.call('settings.get', {})).settings['remind.offProjects']).toEqual([]);
  });
});
