import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const UNKNOWN = 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('a stored lesson', () => {
  it('comes back with every field that was given', async () => {
    verifies('S0-05', 'S0-06', 'S0-10', 'S0-11', 'S0-12', 'S0-14', 'S0-16');
    const given = {
      taskDescription: 'Fix the authentication token expiry',
      attemptNumber: 3,
      outcome: 'partial' as const,
      whatWorked: ['read the log first', 'ünïcode \u{1f600}'],
      whatDidNotWork: ['guessing', 'line one\nline two'],
      nextStrategy: 'Refresh before expiry',
      text: 'I assumed UTC.',
      rootCause: 'clock skew',
      causalReasoning: 'skew → expired → 401',
      failureCategory: 'incorrect_assumption' as const,
      confidence: 0.25,
      tags: ['auth', 'Auth', 'auth'],
      relatedEntityIds: ['src/auth.ts', 'refreshToken'],
      kind: 'self_reflection' as const,
      nativeId: 'native-1',
      observedAt: '2026-02-01T10:00:00.000Z',
      extra: { score: 0, deep: { list: [1, null, 'x'] } },
    };
    const { reflection } = await test.call('reflection.store', { ...given, sessionId: 's1', projectId: 'shop' });
    expect(reflection).toMatchObject({ ...given, projectName: 'shop', sessionNativeId: 's1', state: 'accepted' });
    expect(reflection.id).toMatch(/^refl_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(reflection.createdAt).toBe('2026-03-01T12:00:00.000Z');
    await test.restart();
    expect((await test.call('reflection.get', { id: reflection.id })).reflection).toEqual(reflection);
  });

  it('has the documented defaults: attempt 1, empty lists, null where nothing was said (S0-12, S0-40, E-06)', async () => {
    verifies('S0-12', 'S0-40', 'E-06');
    const lesson = await test.store();
    expect(lesson).toMatchObject({
      attemptNumber: 1,
      whatWorked: [],
      whatDidNotWork: [],
      tags: [],
      relatedEntityIds: [],
    });
    expect(lesson).toMatchObject({
      confidence: null,
      rootCause: null,
      failureCategory: null,
      observedAt: null,
      extra: {},
    });
  });

  it('tells 0 from nothing (E-06)', async () => {
    verifies('E-06');
    const zero = await test.store({ confidence: 0, attemptNumber: 0 });
    expect((await test.call('reflection.get', { id: zero.id })).reflection).toMatchObject({
      confidence: 0,
      attemptNumber: 0,
    });
    await test.store();
    const { items } = await test.call('reflection.list', { minConfidence: 0 });
    expect(items.map((item) => item.id)).toEqual([zero.id]);
  });

  it.each(['success', 'partial', 'failure', 'unknown'] as const)('keeps the outcome %s', async (outcome) => {
    verifies('S0-13');
    const { id } = await test.store({ outcome });
    await test.restart();
    expect((await test.call('reflection.get', { id })).reflection.outcome).toBe(outcome);
  });

  it('keeps the ordinal as given beside an order of our own (X4)', async () => {
    verifies('X4');
    const second = await test.store({ attemptNumber: 7 });
    const first = await test.store({ attemptNumber: 0 });
    expect(first.seq).toBeGreaterThan(second.seq);
    expect([second.attemptNumber, first.attemptNumber]).toEqual([7, 0]);
  });

  it('may be a success without any reflection: every attempt can be recorded (X1, S0-02)', async () => {
    verifies('S0-02', 'X1');
    expect(await test.store({ outcome: 'success', nextStrategy: '' })).toMatchObject({ text: '', nextStrategy: '' });
  });

  it('keeps the native word, how the outcome is known, and unknown as unknown (X2)', async () => {
    verifies('X2');
    const told = { outcome: 'unknown', outcomeNative: 'gave_up', outcomeSource: 'defaulted' } as const;
    const { id } = await test.store(told);
    const measured = await test.store({ outcome: 'success', outcomeSource: 'measured' });
    await test.restart();
    expect((await test.call('reflection.get', { id })).reflection).toMatchObject(told);
    const other = (await test.call('reflection.get', { id: measured.id })).reflection;
    expect(other).toMatchObject({ outcome: 'success', outcomeNative: null, outcomeSource: 'measured' });
  });

  it('needs no embedder (B0-12) and no session or project made before (B0-14)', async () => {
    verifies('B0-12', 'B0-14');
    const answer = await test.call('reflection.store', {
      taskDescription: 't',
      outcome: 'failure',
      sessionId: 'a',
      projectId: 'b',
    });
    expect(answer.created).toEqual({ project: true, session: true });
    const again = await test.call('reflection.store', {
      taskDescription: 't',
      outcome: 'failure',
      sessionId: 'a',
      projectId: 'b',
    });
    expect(again.created).toEqual({ project: false, session: false });
  });

  it('is kept beside an identical one, which is named (B0-32)', async () => {
    verifies('B0-32');
    const first = await test.store({ whatWorked: ['a'] });
    const second = await test.call('reflection.store', {
      taskDescription: 'task',
      outcome: 'success',
      whatWorked: ['a'],
      projectId: 'demo',
    });
    expect(second.identicalTo).toEqual([first.id]);
    expect((await test.call('reflection.list', {})).items).toHaveLength(2);
    const other = await test.call('reflection.store', {
      taskDescription: 'task',
      outcome: 'success',
      whatWorked: ['b'],
      projectId: 'demo',
    });
    expect(other.identicalTo).toEqual([]);
  });

  it('is refused under a native id that the project has already', async () => {
    const lesson = await test.store({ nativeId: 'n' });
    const failure = await test.fail('reflection.store', {
      taskDescription: 't',
      outcome: 'success',
      projectId: 'demo',
      nativeId: 'n',
    });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'in_use' });
    expect(failure.message).toContain(lesson.id);
    expect((await test.store({ nativeId: 'n', projectId: 'other' })).nativeId).toBe('n');
  });

  it('passes the check when its task is cut within an emoji for the log', async () => {
    await test.store({ taskDescription: `${'x'.repeat(119)}😀 and more` });
    expect(await test.call('host.check', {})).toMatchObject({ ok: true, problems: [] });
  });

  it('leaves nothing of its project and session when it fails in the middle (B0-13)', async () => {
    verifies('B0-13');
    const before = dump(test);
    await test.store({ projectId: 'here', nativeId: 'n' });
    const between = dump(test);
    // The project exists, the session would be created, but the lesson is refused.
    await test.fail('reflection.store', {
      taskDescription: 't',
      outcome: 'success',
      projectId: 'here',
      sessionId: 'new',
      nativeId: 'n',
    });
    expect(dump(test)).toBe(between);
    expect(between).not.toBe(before);
  });

  it('are drafts where a person reviews a project or an agent, and the answer says so', async () => {
    verifies('C-06');
    const lesson = { taskDescription: 't', outcome: 'success', projectId: 'reviewed' } as const;
    const { projectId } = await test.store({ projectId: 'reviewed' });
    await test.store({ projectId: 'other' });
    const named = (name: string) => agentIn('/work/x', { author: { kind: 'agent', name } });
    const store = (name: string, fields: object = {}) =>
      test.call('reflection.store', { ...lesson, ...fields }, named(name));
    expect((await store('claude')).reflection.state).toBe('accepted');
    await test.call('settings.set', { changes: { 'review.draftProjects': [projectId] } });
    const { reflection, notes } = await store('claude');
    expect(reflection.state).toBe('draft');
    expect(notes).toEqual(['Kept as a draft: a person reviews what agents write here.']);
    const elsewhere = await store('claude', { projectId: 'other' });
    expect([elsewhere.reflection.state, elsewhere.notes]).toEqual(['accepted', []]);
    await test.call('settings.set', { changes: { 'review.draftAgents': ['codex'] } });
    expect((await store('codex', { projectId: 'other' })).reflection.state).toBe('draft');
    expect((await store('claude', { projectId: 'other' })).reflection.state).toBe('accepted');
    expect((await test.store({ projectId: 'reviewed' })).state).toBe('accepted');
    const bad = { changes: { 'review.draftProjects': ['reviewed'] } };
    expect(await test.fail('settings.set', bad)).toMatchObject({ code: 'invalid_input' });
  });

  it('is a draft when the settings ask for review of what agents write (E-03)', async () => {
    verifies('E-03');
    await test.call('settings.set', { changes: { 'review.agentWritesAreDrafts': true } });
    expect((await test.store({}, agentIn('/work/a'))).state).toBe('draft');
    expect((await test.store({}, person)).state).toBe('accepted');
    const claimed = { taskDescription: 'task', outcome: 'success', state: 'accepted' };
    expect(await test.fail('reflection.store', claimed, agentIn('/work/a'))).toMatchObject({ code: 'refused' });
  });
});

describe('a lesson that is changed', () => {
  it('keeps the first outcome beside the correction (E-07), until it is corrected back', async () => {
    verifies('E-07');
    const { id } = await test.store({ outcome: 'failure' });
    const set = async (outcome: 'success' | 'partial' | 'failure') =>
      (await test.call('reflection.update', { id, changes: { outcome } })).reflection;
    expect(await set('partial')).toMatchObject({
      outcome: 'partial',
      originalOutcome: 'failure',
      outcomeSource: 'corrected',
    });
    expect(await set('success')).toMatchObject({ outcome: 'success', originalOutcome: 'failure' });
    expect(await set('failure')).toMatchObject({ outcome: 'failure', originalOutcome: null });
  });

  it('goes through all states of review, is pinned, deleted and restored (E-03)', async () => {
    verifies('E-03');
    const { id } = await test.store();
    for (const state of ['draft', 'rejected', 'superseded', 'archived', 'quarantined', 'accepted'] as const) {
      expect((await test.call('reflection.setState', { id, state })).reflection.state).toBe(state);
    }
    const done = (await test.call('operation.list', { entityId: id, limit: 6 })).items.map(({ summary }) => summary);
    const named = ['Accepted', 'Quarantined', 'Archived', 'Superseded', 'Rejected', 'Set to draft'];
    expect(done).toEqual(named.map((name) => `${name}: task`));
    expect((await test.call('reflection.pin', { id })).reflection.pinned).toBe(true);
    expect((await test.call('reflection.delete', { id })).reflection.deletedAt).not.toBeNull();
    expect((await test.call('reflection.list', {})).items).toEqual([]);
    expect((await test.call('reflection.list', { deleted: 'only' })).items).toHaveLength(1);
    for (const [name, input] of [
      ['reflection.update', { id, changes: { text: 'x' } }],
      ['reflection.setState', { id, state: 'draft' }],
      ['reflection.pin', { id, pinned: false }],
    ] as const) {
      expect(await test.fail(name, input)).toMatchObject({ code: 'conflict' });
    }
    expect((await test.call('reflection.restore', { id })).reflection).toMatchObject({ deletedAt: null, pinned: true });
  });

  it('is refused when someone else changed it since it was read', async () => {
    const read = await test.store();
    await test.call('reflection.update', { id: read.id, changes: { text: 'theirs' } });
    const failure = await test.fail('reflection.update', {
      id: read.id,
      changes: { text: 'mine' },
      expectedRevision: read.revision,
    });
    expect(failure).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    expect((await test.call('reflection.get', { id: read.id })).reflection.text).toBe('theirs');
  });

  it('counts as identical by what it says now', async () => {
    const { id } = await test.store({ text: 'old' });
    await test.call('reflection.update', { id, changes: { text: 'new' } });
    const same = await test.call('reflection.store', {
      taskDescription: 'task',
      outcome: 'success',
      text: 'new',
      projectId: 'demo',
    });
    expect(same.identicalTo).toEqual([id]);
  });

  it('keeps fields and order of its extra data through edits (E-05)', async () => {
    verifies('E-05');
    const extra = { z: 1, a: [{ b: null }], ключ: '\u2028', nested: { deeper: { deepest: [0, -0.5, 1e21] } } };
    const { id } = await test.store({ extra });
    await test.call('reflection.update', { id, changes: { text: 'x' } });
    const { reflection } = await test.call('reflection.get', { id });
    expect(JSON.stringify(reflection.extra)).toBe(JSON.stringify(extra));
  });

  it('must not grow beyond a whole lesson by edits of single fields', async () => {
    const big = 'x'.repeat(60_000);
    const { id } = await test.store({ text: big, nextStrategy: big, rootCause: big });
    const failure = await test.fail('reflection.update', { id, changes: { causalReasoning: big, whatWorked: [big] } });
    expect(failure).toMatchObject({ code: 'invalid_input', reason: 'too_large' });
    expect((await test.call('reflection.get', { id })).reflection.whatWorked).toEqual([]);
  });

  it('that does not exist is not found', async () => {
    for (const [name, more] of [
      ['reflection.get', {}],
      ['reflection.update', { changes: { text: 'x' } }],
      ['reflection.setState', { state: 'draft' }],
      ['reflection.pin', {}],
      ['reflection.delete', {}],
      ['reflection.restore', {}],
    ] as const) {
      expect(await test.fail(name, { id: UNKNOWN, ...more })).toMatchObject({ code: 'not_found' });
    }
  });
});
