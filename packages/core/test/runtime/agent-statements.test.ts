import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/here', { session: 'mine' });
const LESSON = { taskDescription: 'add a rate limit', outcome: 'success' };
const EPISODE = { task: 'add a rate limit', sessionId: 's' };
const decision = (fields: object) => ({ ...EPISODE, decisions: [{ chosen: 'a token bucket', ...fields }] });
const event = (fields: object) => ({ ...EPISODE, events: [{ type: 'error', content: 'it failed', ...fields }] });

describe('what an agent cannot say', () => {
  it.each([
    ['reflection.store', { ...LESSON, outcomeSource: 'measured' }],
    ['reflection.store', { ...LESSON, outcomeSource: 'corrected' }],
    ['reflection.store', { ...LESSON, extra: { '@bundle': { ancestors: ['0f'] } } }],
    ['reflection.store', { ...LESSON, extra: { mergedInto: 'refl_1', own: 1 } }],
    ['reflection.store', { ...LESSON, extra: { rule: 'fail_then_pass', ruleVersion: 3 } }],
    ['episode.store', { ...EPISODE, outcomeSource: 'measured' }],
    ['episode.store', { ...EPISODE, outcomeSource: 'corrected' }],
    ['episode.store', { ...EPISODE, extra: { adr038: {} } }],
    ['episode.store', decision({ outcomeSource: 'measured' })],
    ['episode.store', decision({ extra: { causalGraph: {} } })],
    ['episode.store', event({ extra: { formerNames: ['x'] } })],
    ['session.end', { sessionId: 's', outcome: 'success', outcomeSource: 'measured' }],
    ['session.start', { sessionId: 's', extra: { '@bundle': {} } }],
  ])('%s %j', async (name, input) => {
    const before = dump(test);
    expect(await test.fail(name, input, agent)).toMatchObject({ code: 'refused' });
    expect(dump(test)).toEqual(before);
    // The same input from a person is stored.
    if (name !== 'session.end') expect(await test.envelope(name, input, person)).toMatchObject({ ok: true });
  });

  it('also when it changes what is there', async () => {
    const { episode } = await test.call('episode.store', decision({}) as never, agent);
    const [item] = episode.decisions;
    const changed = { id: item?.id, chosen: item?.chosen, outcome: 'success', outcomeSource: 'measured' };
    const input = { id: episode.id, changes: { decisions: [changed] } };
    expect(await test.fail('episode.update', input, agent)).toMatchObject({ code: 'refused' });
    expect(await test.envelope('episode.update', input, person)).toMatchObject({ ok: true });
  });

  it('but its own words and its own keys are kept', async () => {
    const stored = await test.store({ outcomeSource: 'reported', extra: { rule: 'no-any', lines: '10-20' } }, agent);
    expect(stored).toMatchObject({ outcomeSource: 'reported', extra: { rule: 'no-any', lines: '10-20' } });
  });
});

describe('what an agent says of a lesson', () => {
  it('counts once in a session, however often it says so, and the last word counts', async () => {
    const lesson = await test.store({}, agent);
    const judge = (verdict: 'helpful' | 'harmful', note = '') =>
      test.call('memory.feedback', { reflectionId: lesson.id, verdict, note }, agent);
    for (let times = 0; times < 13; times++) await judge('harmful', `time ${times}`);
    expect((await judge('harmful', 'time 12')).operationId).toBeNull();
    const last = await judge('helpful');
    expect(last.counts).toEqual({ helpful: 1, unhelpful: 0, harmful: 0 });
    // Each change of the judgement can be undone.
    await test.call('operation.undo', { operationId: last.operationId ?? '' });
    const { counts: after } = await test.call('memory.feedback', { reflectionId: lesson.id, verdict: 'helpful' });
    expect(after).toEqual({ helpful: 1, unhelpful: 0, harmful: 1 });
  });

  it('of another project counts only where it was shown', async () => {
    const lesson = await test.store({ projectId: 'elsewhere' });
    const judged = { reflectionId: lesson.id, verdict: 'harmful' as const };
    expect(await test.fail('memory.feedback', judged, agent)).toMatchObject({ code: 'refused' });
    await test.call('reflection.get', { id: lesson.id }, agent);
    expect((await test.call('memory.feedback', judged, agent)).counts.harmful).toBe(1);
    const other = { ...agent, session: 'another' };
    expect(await test.fail('memory.feedback', judged, other)).toMatchObject({ code: 'refused' });
  });

  it('of another project does not count because an agent of the same program wrote it', async () => {
    const elsewhere = agentIn('/work/elsewhere', { session: 'theirs' });
    const lesson = await test.store({ projectId: 'elsewhere' }, elsewhere);
    const judged = { reflectionId: lesson.id, verdict: 'harmful' as const };
    expect(await test.fail('memory.feedback', judged, agent)).toMatchObject({ code: 'refused' });
    // The agent that stored it in its own session may, whatever project it named.
    expect((await test.call('memory.feedback', judged, elsewhere)).counts.harmful).toBe(1);
  });

  it('counts without a session, too, where an answer showed it', async () => {
    // Over HTTP, an agent of the newer protocol revision has neither session nor project.
    const nobody = { ...agentIn(null), door: 'mcp' as const, session: null, project: null };
    const lesson = await test.store({ projectId: 'elsewhere' });
    const judged = { reflectionId: lesson.id, verdict: 'harmful' as const };
    expect(await test.fail('memory.feedback', judged, nobody)).toMatchObject({ code: 'refused' });
    await test.call('reflection.get', { id: lesson.id }, nobody);
    expect((await test.call('memory.feedback', judged, nobody)).counts.harmful).toBe(1);
    const { items } = await test.call('exposure.list', { reflectionId: lesson.id });
    const shown = { exposureId: items[0]?.id ?? '', verdict: 'unhelpful' as const };
    const { counts } = await test.call('memory.feedback', shown, nobody);
    expect(counts).toEqual({ helpful: 0, unhelpful: 1, harmful: 0 });
  });

  it('is one voice among others: sessions and persons each have their own', async () => {
    const lesson = await test.store({ projectId: undefined }, agent);
    const judged = { reflectionId: lesson.id, verdict: 'helpful' as const };
    for (const session of ['one', 'two']) await test.call('memory.feedback', judged, { ...agent, session });
    const { counts: sum } = await test.call('memory.feedback', judged);
    expect(sum.helpful).toBe(3);
  });
});
