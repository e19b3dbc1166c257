import type { InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const tried = { task: 'Make the upload retry', outcome: 'failure' as const };
const minimal = { projectId: 'demo', ...tried };
const record = async (fields: Partial<InputOf<'attempt.record'>> = {}, caller = person) =>
  (await test.call('attempt.record', { ...(caller === person ? minimal : tried), ...fields }, caller)).attempt;

describe('what an attempt is tied to', () => {
  it('is each lesson that is here, and a note says which is not', async () => {
    const lesson = await test.store();
    const missing = 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const { attempt, notes } = await test.call('attempt.record', {
      ...minimal,
      lessonIds: [lesson.id, missing, lesson.id],
    });
    expect(attempt.lessonIds).toEqual([lesson.id]);
    expect(notes.join()).toContain(missing);
  });

  it('is what its session was told since the attempt before, looked up and not claimed (B3-14)', async () => {
    verifies('B3-14', 'S3-28', 'S3-31');
    const agent = agentIn('/work/shop', { session: 'mine' });
    const other = agentIn('/work/shop', { session: 'theirs' });
    const lesson = await test.store(
      { taskDescription: 'Make the upload retry' },
      agentIn('/work/shop', { session: 'past' }),
    );
    const ask = async (caller = agent) => {
      test.now += 1000;
      await test.call('memory.brief', { task: 'Make the upload retry' }, caller);
      await test.accounted();
      test.now += 1000;
    };
    await ask();
    await ask(other);
    const first = await record({}, agent);
    const second = await record({}, agent);
    await ask();
    const past = await record({ endedAt: '2026-03-01T12:00:00.500Z' }, agent);
    const third = await record({}, agent);
    const told = async ({ id }: { id: string }) =>
      (await test.call('attempt.get', { id })).told.map((one) => one.reflectionId);
    expect([await told(first), await told(second), await told(past), await told(third)]).toEqual([
      [lesson.id],
      [],
      [],
      [lesson.id],
    ]);
    expect(first.exposureIds).toHaveLength(1);
    expect(first.exposureIds).not.toEqual(third.exposureIds);
  });

  it('says of each lesson whether it was followed, and of none that it was not where nobody said (S3-32)', async () => {
    verifies('S3-32');
    const agent = agentIn('/work/shop', { session: 'mine' });
    const past = agentIn('/work/shop', { session: 'past' });
    const used = await test.store({ taskDescription: 'Make the upload retry' }, past);
    const left = await test.store({ taskDescription: 'Retry the upload after a timeout' }, past);
    await test.call('memory.brief', { task: 'Make the upload retry after a timeout' }, agent);
    await test.accounted();
    test.now += 1000;
    const { id } = await record({}, agent);
    const told = async () => {
      const answer = await test.call('attempt.get', { id });
      return new Map(answer.told.map(({ reflectionId, actedOn }) => [reflectionId, actedOn]));
    };
    expect(await told()).toEqual(
      new Map([
        [used.id, null],
        [left.id, null],
      ]),
    );
    const silent = await test.call('reflection.store', { taskDescription: 'It hung', outcome: 'failure' }, agent);
    expect([...(await told()).values()]).toEqual([null, null]);
    await test.call('operation.undo', { operationId: silent.operationId });
    const stored = await test.call(
      'reflection.store',
      { taskDescription: 'Made it retry', outcome: 'success', lessonsUsed: [used.id] },
      agent,
    );
    expect([(await told()).get(used.id), (await told()).get(left.id)]).toEqual([true, false]);
    await test.call('reflection.delete', { id: stored.reflection.id });
    expect([...(await told()).values()]).toEqual([null, null]);
  });
});

describe('an attempt in the bin', () => {
  it('is put there by its agent, but taken out by a person only; that of a person stays with the person', async () => {
    const agent = agentIn('/work/shop');
    const own = await record({}, agent);
    const { operationId } = await test.call('attempt.delete', { id: own.id }, agent);
    expect(operationId).not.toBeNull();
    expect((await test.call('attempt.delete', { id: own.id }, agent)).operationId).toBeNull();
    expect(await test.fail('attempt.restore', { id: own.id }, agent)).toMatchObject({ code: 'refused' });
    const theirs = await record();
    expect(await test.fail('attempt.delete', { id: theirs.id }, agent)).toMatchObject({ code: 'refused' });
    expect(await test.fail('attempt.get', { id: 'atmp_01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toMatchObject({
      code: 'not_found',
    });
  });
});

describe('merged projects', () => {
  it('count the attempts of both on, keep their own ids apart, and are as before once that is undone', async () => {
    const one = await record({ projectId: 'from', sessionId: 's', nativeId: 'n' });
    const two = await record({ projectId: 'from', sessionId: 's' });
    await record({ projectId: 'into', nativeId: 'n' });
    const before = dump(test);
    expect(await test.call('project.previewMerge', { from: 'from', into: 'into' })).toMatchObject({ renamed: 1 });
    const { operationId } = await test.call('project.merge', { from: 'from', into: 'into' });
    const { items } = await test.call('attempt.list', { projectId: 'into', order: 'oldest' });
    const moved = items.filter(({ id }) => id === one.id || id === two.id);
    expect(moved).toMatchObject([
      { id: one.id, ordinal: 2, nativeId: 'n (from)', sessionNativeId: 's' },
      { id: two.id, ordinal: 3 },
    ]);
    expect((await record({ projectId: 'into' })).ordinal).toBe(4);
    const [last] = (await test.call('operation.list', { limit: 1 })).items;
    await test.call('operation.undo', { operationId: last?.id ?? '' });
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(before);
  });
});

describe('what an attempt belongs to', () => {
  it.each([
    ['a session', { projectId: 'first', sessionId: 'a run' }],
    ['a project alone', { projectId: 'first' }],
  ])('stays when what made it is undone, as long as the attempt is there, also in the bin: %s', async (_, place) => {
    const { operationId } = await test.call('reflection.store', { ...place, taskDescription: 't', outcome: 'failure' });
    const { id } = await record(place);
    await test.call('attempt.delete', { id });
    await test.call('operation.undo', { operationId });
    const { attempt } = await test.call('attempt.get', { id });
    expect(attempt).toMatchObject({ projectName: 'first', sessionNativeId: 'sessionId' in place ? 'a run' : null });
  });
});
