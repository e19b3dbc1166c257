import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller, InputOf, OperationName } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportTo, filled, importFrom } from '../bundles/bundle-harness.ts';
import { agentIn, dump, person, seeded, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** A script, or an agent with a shell: no person was seen behind it. */
const script = agentIn('/work/here', { door: 'cli', author: { kind: 'agent', name: 'twicewise cli' } });
const http: Caller = { ...person, door: 'http', author: { kind: 'agent', name: 'http' } };
const agent = agentIn('/work/here', { session: 'mine' });
const unproved: [string, Caller][] = [
  ['a script', script],
  ['a program over HTTP', http],
  ['an agent', agent],
];

/** Checks that a request is refused and changes nothing. */
async function refused(name: OperationName, input: object, caller: Caller): Promise<void> {
  const before = dump(test);
  expect(await test.fail(name, input, caller), name).toMatchObject({ code: 'refused' });
  expect(dump(test)).toEqual(before);
}

describe.each(unproved)('%s', (_name, caller) => {
  it('decides nothing in the place of a person', async () => {
    const one = await test.store({ taskDescription: 'one', state: 'draft' }, caller);
    const other = await test.store({ taskDescription: 'other' }, caller);
    const { id } = one;
    const ids = [id, other.id];
    const made = await test.call('operation.list', { limit: 1 });
    const changes: [OperationName, object][] = [
      ['reflection.setState', { id, state: 'accepted' }],
      ['reflection.pin', { id, pinned: true }],
      ['reflection.merge', { id, into: other.id }],
      ['reflection.mergeMany', { which: { groups: [{ ids, into: id }] }, digest: 'x' }],
      ['reflection.keep', { id }],
      ['reflection.dismissSuspect', { ids }],
      ['reflection.dismissContradiction', { ids }],
      ['reflection.revert', { id, operationId: made.items[0]?.id }],
      ['reflection.changeMany', { selection: { ids }, change: { kind: 'state', state: 'accepted' }, digest: 'x' }],
      ['episode.changeMany', { selection: { filters: {} }, change: { kind: 'delete' }, digest: 'x' }],
      ['reflection.purge', { which: { ids }, digest: 'x' }],
      ['settings.set', { changes: { 'review.agentWritesAreDrafts': false } }],
      ['settings.set', { changes: { 'embedding.provider': 'ollama' } }],
      ['import.removeSample', {}],
      // It moves what a person wrote, and can take a project out of those whose lessons are reviewed.
      ['project.merge', { from: other.projectId, into: 'demo' }],
      ['client.list', {}],
    ];
    for (const [name, input] of changes) await refused(name, input, caller);
  });

  it('changes and deletes what programs stored, under its own name, and not what a person wrote', async () => {
    const own = await test.store({ taskDescription: 'its own' }, caller);
    const theirs = await test.store({ taskDescription: 'a person wrote this' });
    const changes = { whatWorked: ['something else'] };
    await refused('reflection.update', { id: theirs.id, changes }, caller);
    await refused('reflection.delete', { id: theirs.id }, caller);
    const { operationId } = await test.call('reflection.update', { id: own.id, changes }, caller);
    await test.call('reflection.delete', { id: own.id }, caller);
    await refused('reflection.restore', { id: own.id }, caller);
    const { items } = await test.call('operation.list', { limit: 10 });
    expect(items.find(({ id }) => id === operationId)).toMatchObject({ author: caller.author, door: caller.door });
  });

  it('reports how something ended, and does not correct it', async () => {
    const own = await test.store({ outcome: 'partial', outcomeSource: 'reported' }, caller);
    const changed = await test.call('reflection.update', { id: own.id, changes: { outcome: 'success' } }, caller);
    expect(changed.reflection).toMatchObject({ outcomeSource: 'reported', originalOutcome: 'partial' });
    const corrected = await test.call('reflection.update', { id: own.id, changes: { outcome: 'failure' } });
    expect(corrected.reflection).toMatchObject({ outcomeSource: 'corrected' });
    await refused('reflection.update', { id: own.id, changes: { outcome: 'success' } }, caller);
  });

  it('takes back what it did, and not what a person did', async () => {
    const { operationId: theirs } = await test.call('reflection.store', { ...LESSON, text: 'another' });
    const { operationId: own } = await test.call('reflection.store', LESSON, caller);
    await refused('operation.undo', { operationId: theirs }, caller);
    await test.call('operation.undo', { operationId: own }, caller);
    // A person who undoes something has decided as well.
    await test.call('operation.redo', { operationId: own });
    await refused('operation.undo', { operationId: own }, caller);
  });

  it('waits for review like every agent, and cannot say that it need not', async () => {
    await test.call('settings.set', { changes: { 'review.agentWritesAreDrafts': true } });
    expect(await test.store({}, caller)).toMatchObject({ state: 'draft' });
    expect(await test.store({ state: 'accepted' })).toMatchObject({ state: 'accepted' });
    await refused('reflection.store', { ...LESSON, state: 'accepted' }, caller);
  });

  it('asserts causes with the weight of an agent', async () => {
    const said = { from: { kind: 'decision', text: 'no retries' }, to: { kind: 'error', text: 'it broke' } };
    const claim = { ...said, projectId: 'demo', relation: 'causes' as const, note: 'seen' };
    const { claim: theirs } = await test.call('causal.assert', claim);
    expect(theirs.basis).toBe('asserted_by_human');
    const { claim: own } = await test.call('causal.assert', { ...claim, note: 'seen too' }, caller);
    expect(own.basis).toBe('asserted_by_agent');
    await refused('causal.retract', { id: theirs.id }, caller);
  });
});

it('a script judges lessons of its own project, with one voice, and is told who may judge others', async () => {
  const own = await test.store({ projectId: undefined }, agentIn('/work/here'));
  const judged = { reflectionId: own.id, verdict: 'harmful' as const };
  for (let times = 0; times < 3; times++) await test.call('memory.feedback', { ...judged, note: `${times}` }, script);
  expect((await test.call('memory.feedback', judged)).counts).toMatchObject({ harmful: 2 });
  const other = await test.store({ projectId: 'elsewhere' });
  const { code, message } = await test.fail('memory.feedback', { ...judged, reflectionId: other.id }, script);
  expect({ code, message }).toMatchObject({ code: 'refused', message: expect.stringContaining('Only a person') });
});

it('a job of a person is not taken back by others, and an import by a script is', async () => {
  const { job } = await test.call('import.sample', {}, script);
  await test.ended(job.id);
  expect(await test.call('operation.undo', { jobId: job.id }, script)).toMatchObject({ kept: [] });
  await test.call('operation.redo', { jobId: job.id });
  await refused('operation.undo', { jobId: job.id }, script);
});

it('who only asks is answered like a person, and is not advised', async () => {
  for (const projectId of ['demo', 'elsewhere']) await test.store({ taskDescription: 'retry the upload', projectId });
  const asked: InputOf<'reflection.search'> = { taskDescription: 'retry the upload' };
  const ids = async (caller: Caller) =>
    (await test.call('reflection.search', asked, caller)).hits.map(({ reflection }) => reflection.id);
  expect(await ids(script)).toEqual(await ids(person));
  expect(await ids(http)).toHaveLength(2);
  expect((await test.call('exposure.recent', {})).items).toEqual([]);
});

const LESSON = { taskDescription: 'add a rate limit', outcome: 'success' as const, projectId: 'demo' };

describe('a file that a script has read', () => {
  it('is imported as ever, and waits where the lessons of agents are reviewed', async () => {
    const path = join(test.folder, 'lessons.jsonl');
    const write = (id: number) => writeFileSync(path, JSON.stringify({ id, title: `t ${id}`, pinned: true }));
    const states = async () =>
      (await test.call('reflection.list', {})).items.map(({ state, pinned }) => ({ state, pinned }));
    const read = async (caller: Caller) => {
      const { job } = await test.call('import.lessons', { path, projectId: 'demo' }, caller);
      expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { imported: 1 } });
    };
    write(1);
    await read(script);
    expect(await states()).toEqual([{ state: 'accepted', pinned: true }]);
    await test.call('settings.set', { changes: { 'review.agentWritesAreDrafts': true } });
    write(2);
    await read(script);
    write(3);
    await read(person);
    expect(await states()).toEqual([
      { state: 'accepted', pinned: true },
      { state: 'draft', pinned: false },
      { state: 'accepted', pinned: true },
    ]);
  });

  it('brings lessons, and no settings of review', async () => {
    const from = new TestCore();
    const settings = async () => (await test.call('settings.get', {})).settings['review.agentWritesAreDrafts'];
    try {
      await from.store({ taskDescription: 'carried over' });
      await from.call('settings.set', { changes: { 'review.agentWritesAreDrafts': true } });
      const path = await exportTo(from, 'whole.twicewise');
      const bring = async (caller: Caller) => {
        const { digest } = await test.call('bundle.preview', { path });
        const { job } = await test.call('bundle.import', { path, digest }, caller);
        expect(await test.ended(job.id)).toMatchObject({ state: 'done' });
      };
      await bring(script);
      expect((await test.call('reflection.list', {})).items).toMatchObject([{ taskDescription: 'carried over' }]);
      expect(await settings()).toBe(false);
      await bring(person);
      expect(await settings()).toBe(true);
    } finally {
      from.remove();
    }
  });
});

describe('a bundle that a script imports where the lessons of agents are reviewed', () => {
  it('brings new lessons as drafts, and changes a draft without accepting or pinning it', async () => {
    const from = new TestCore({ random: seeded(2) });
    try {
      await test.call('settings.set', { changes: { 'review.agentWritesAreDrafts': true } });
      const { id } = await test.store({ taskDescription: 'waits', projectId: undefined }, script);
      await importFrom(from, await exportTo(test, 'mine.twicewise'));
      await from.call('reflection.setState', { id, state: 'accepted' });
      await from.call('reflection.update', { id, changes: { text: 'changed there' } });
      await from.call('reflection.pin', { id });
      const fresh = await from.store({ taskDescription: 'another' });
      const path = await exportTo(from, 'theirs.twicewise');
      const bring = async (caller: Caller) => {
        const { digest } = await test.call('bundle.preview', { path });
        const choices = { changedThere: 'theirs', conflicting: 'theirs' } as const;
        const { job } = await test.call('bundle.import', { path, digest, choices }, caller);
        expect(await test.ended(job.id)).toMatchObject({ state: 'done' });
        const { items } = await test.call('reflection.list', {});
        return new Map(items.map((one) => [one.id, [one.state, one.pinned, one.text]]));
      };
      const waiting = new Map([
        [fresh.id, ['draft', false, '']],
        [id, ['draft', false, 'changed there']],
      ]);
      expect(await bring(script)).toEqual(waiting);
      const once = dump(test);
      expect(await bring(script)).toEqual(waiting);
      expect(dump(test)).toBe(once);
    } finally {
      await from.remove();
    }
  });
});

it('a bundle that a script imports changes what programs wrote, and leaves what a person wrote undecided', async () => {
  const from = new TestCore({ random: seeded(3) });
  try {
    const theirs = await test.store({ taskDescription: 'a person wrote this', projectId: 'demo' });
    const own = await test.store({ taskDescription: 'a script wrote this', projectId: 'demo' }, script);
    await importFrom(from, await exportTo(test, 'mine.twicewise'));
    for (const { id } of [theirs, own])
      await from.call('reflection.update', { id, changes: { text: 'changed there' } });
    const path = await exportTo(from, 'theirs.twicewise');
    const bring = async (caller: Caller) => {
      const { digest } = await test.call('bundle.preview', { path });
      const { job } = await test.call('bundle.import', { path, digest }, caller);
      return test.ended(job.id);
    };
    const texts = async () =>
      Object.fromEntries(
        (await test.call('reflection.list', {})).items.map(({ taskDescription, text }) => [taskDescription, text]),
      );
    expect(await bring(script)).toMatchObject({ state: 'done', result: { written: 1, undecided: 1 } });
    expect(await texts()).toEqual({ 'a person wrote this': '', 'a script wrote this': 'changed there' });
    await bring(person);
    expect(await texts()).toEqual({ 'a person wrote this': 'changed there', 'a script wrote this': 'changed there' });
  } finally {
    await from.remove();
  }
});

describe('an import that a person asked for', () => {
  it('is taken back by an agent, but for what it changed of the settings of review', async () => {
    const from = await filled();
    const job = await importFrom(test, await exportTo(from, 'a.twicewise'));
    await from.remove();
    const key = 'review.draftProjects';
    const imported = (await test.call('settings.get', {})).settings[key];
    const { items } = await test.call('operation.list', { entityId: key });
    expect(items).toHaveLength(1);
    await refused('operation.undo', { operationId: items[0]?.id }, agent);
    const undone = await test.call('operation.undo', { jobId: job.id }, agent);
    expect(undone).toMatchObject({ kept: [key], keptFor: { guarded: 1 } });
    expect(await test.fail('operation.undo', { jobId: job.id }, agent)).toMatchObject({
      code: 'refused',
      message:
        'Nothing of this job can be undone: of its records are 1 for a person alone to change. Nothing was changed.',
      hint: 'Ask the person to do it: in the app, on its page in the browser, or at a terminal.',
    });
    expect((await test.call('settings.get', {})).settings[key]).toEqual(imported);
    expect(imported).toHaveLength(1);
    expect((await test.call('reflection.list', {})).items).toEqual([]);
  });
});
