import { type Caller, type InputOf, withoutReminders } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
let test: TestCore;
beforeEach(() => {
  test = new TestCore({ now: () => now });
});
afterEach(() => test.remove());

const earlier = agentIn('/work/shop', { session: 'a' });
const agent = agentIn('/work/shop', { session: 'b' });
const foreign = agentIn('/work/other', { session: 'o' });

const FAILED = {
  taskDescription: 'Fix authentication token expiry',
  outcome: 'failure' as const,
  whatDidNotWork: ['raising the lifetime only hid the clock skew'],
  nextStrategy: 'compare the clocks of both hosts first',
};

async function store(lesson: Partial<InputOf<'reflection.store'>> = {}, caller: Caller = earlier) {
  now += 1000;
  return (await test.call('reflection.store', { ...FAILED, ...lesson }, caller)).reflection;
}

function remind(
  occasion: InputOf<'memory.remind'>['occasion'],
  text = '',
  caller = agent,
  more: Partial<InputOf<'memory.remind'>> = {},
) {
  return test.call('memory.remind', { occasion, text, ...more }, caller);
}

const PROMPT = 'Authentication tokens expire too early, please fix';

describe('a reminder with a prompt', () => {
  it('tells the relevant lesson, marked as ours, and writes down that it was told', async () => {
    const lesson = await store();
    const told = await remind('prompt', PROMPT);
    expect(told).toMatchObject({ silence: null, logged: true, lessons: [{ id: lesson.id }] });
    expect(told.text).toContain('clock skew');
    expect(withoutReminders(`before ${told.text} after`)).toBe('before  after');
    const { items } = await test.call('exposure.list', { reflectionId: lesson.id });
    expect(items).toMatchObject([
      { trigger: 'prompt', operation: 'memory.remind', task: PROMPT, sessionRef: 'b', relevance: expect.any(Number) },
    ]);
  });

  it('tells each lesson once per session, also when two hooks ask at once, and again in another', async () => {
    await store();
    const both = await Promise.all([remind('prompt', PROMPT), remind('prompt', PROMPT)]);
    expect(both.map(({ silence }) => silence).sort()).toEqual([null, 'known_already'].sort());
    expect((await remind('prompt', PROMPT)).silence).toBe('known_already');
    expect((await remind('prompt', PROMPT, agentIn('/work/shop', { session: 'c' }))).silence).toBeNull();
  });

  it('does not tell what the agent stored itself, until its context is cut', async () => {
    const own = await store({}, agent);
    expect((await remind('prompt', PROMPT)).silence).toBe('known_already');
    now += 60_000;
    expect((await remind('context_cut')).lessons.map(({ id }) => id)).toEqual([own.id]);
  });

  it('does not tell what the agent has looked up itself', async () => {
    await store();
    await test.call('memory.brief', { task: PROMPT }, agent);
    expect((await remind('prompt', PROMPT)).silence).toBe('known_already');
  });

  it('is silent about what is foreign, empty, or of another project', async () => {
    await store();
    for (const text of ['Tune the espresso machine', '', '   ']) {
      expect(await remind('prompt', text)).toMatchObject({ text: null, silence: 'nothing_relevant', lessons: [] });
    }
    expect((await remind('prompt', PROMPT, foreign)).silence).toBe('nothing_relevant');
    expect(test.rows('SELECT * FROM exposure')).toEqual([]);
  });

  it('cuts the most important lesson only, and tells a lesser one in full', async () => {
    const long = await store({
      taskDescription: `${FAILED.taskDescription} `.repeat(3),
      nextStrategy: 'n '.repeat(3000),
    });
    const lesser = await store({
      taskDescription: 'authentication token',
      whatDidNotWork: ['first cause matters', 'second cause matters too'],
      rootCause: 'the clock of the gateway',
    });
    const told = await remind('prompt', FAILED.taskDescription);
    expect(told.lessons.map(({ id }) => id)).toEqual([long.id, lesser.id]);
    expect(told.text).toContain(`part of next … reflection_get ${long.id}`);
    expect(told.text).toContain('the clock of the gateway');
    expect(told.text).toContain('second cause');
  });

  it('keeps to its budget', async () => {
    for (let n = 0; n < 6; n++) await store({ taskDescription: `${FAILED.taskDescription} in service ${n}` });
    const told = await remind('prompt', PROMPT);
    expect(told.tokens).toBeLessThanOrEqual(400);
    expect(told.lessons.length).toBeGreaterThan(1);
    const small = await remind('prompt', PROMPT, agentIn('/work/shop', { session: 'c' }), { budget: 200 });
    expect(small.tokens).toBeLessThanOrEqual(200);
  });

  it('ties what it told to the attempt that follows', async () => {
    const lesson = await store();
    await remind('prompt', PROMPT);
    const attempt = await store({ outcome: 'success', lessonsUsed: [lesson.id] }, agent);
    const { items } = await test.call('exposure.list', { reflectionId: lesson.id });
    expect(items).toMatchObject([{ attempt: { id: attempt.id, outcome: 'success' }, actedOn: true }]);
  });

  it('gives a repeated request its first answer', async () => {
    await store();
    const ask = () => test.envelope('memory.remind', { occasion: 'prompt', text: PROMPT }, agent, 'hook-1');
    const first = await ask();
    expect(first).toMatchObject({ ok: true, value: { silence: null } });
    expect(await ask()).toEqual(first);
    expect(test.rows('SELECT * FROM exposure')).toHaveLength(1);
  });
});

describe('a reminder at the start of a session', () => {
  it('tells the last next strategy, what is pinned and what failed lately, within 300 tokens', async () => {
    const brief = { whatDidNotWork: [], nextStrategy: '' };
    const pinned = await store({ taskDescription: 'Never edit the generated client', outcome: 'success', ...brief });
    await test.call('reflection.pin', { id: pinned.id });
    const failed = await store({ ...brief, taskDescription: 'Migrate the orders table' });
    const last = await store({
      taskDescription: 'Upgrade the router',
      outcome: 'success',
      nextStrategy: 'then the store',
    });
    for (let n = 0; n < 9; n++) await store({ taskDescription: `Other ${n}`, outcome: 'success', ...brief });
    const told = await remind('session_start');
    expect(new Set(told.lessons.map(({ id }) => id))).toEqual(new Set([last.id, pinned.id, failed.id]));
    expect(told.tokens).toBeLessThanOrEqual(300);
  });

  it('is told again once the context was cut, even if two hooks say so, and then once', async () => {
    await store();
    expect((await remind('session_start')).silence).toBeNull();
    expect((await remind('session_start')).silence).toBe('known_already');
    now += 60_000;
    const cuts = await Promise.all([remind('context_cut'), remind('context_cut')]);
    expect(cuts.map(({ silence }) => silence)).toEqual([null, 'known_already']);
    now += 60_000;
    expect((await remind('prompt', PROMPT)).silence).toBe('known_already');
    expect((await remind('context_cut')).silence).toBeNull();
  });

  it('is told once only where only the first is asked for, whatever was stored since', async () => {
    await store();
    const first = () => remind('session_start', '', agent, { onlyFirst: true });
    expect((await first()).silence).toBeNull();
    now += 60_000;
    await store({ taskDescription: 'Move the gateway to another region' });
    expect((await first()).silence).toBe('known_already');
    expect((await remind('session_start')).silence).toBeNull();
  });

  it('is the same for a hook that is set up twice: neither more lessons, nor the same again later', async () => {
    const subjects = ['csv quoting', 'docker image', 'payment queue', 'invoice fonts', 'chart scrolling', 'backups'];
    for (const subject of subjects) {
      const failed = `the first attempt at the ${subject} only hid the real cause of it for a good while`;
      const nextStrategy = `look at the ${subject} from the other side first, and write a test for it`;
      await store({ taskDescription: `Fix the ${subject}`, whatDidNotWork: [failed], nextStrategy });
    }
    for (const occasion of ['session_start', 'context_cut'] as const) {
      now += 60_000;
      const told = await remind(occasion);
      expect(told.lessons.length).toBeGreaterThan(0);
      expect(told.lessons.length).toBeLessThan(subjects.length);
      for (let again = 0; again < 2; again++) {
        now += 500;
        expect((await remind(occasion)).silence).toBe('known_already');
      }
      for (const { id } of told.lessons) {
        const { reflection } = await test.call('reflection.get', { id });
        const { lessons } = await remind('prompt', reflection.taskDescription);
        expect(lessons.map((lesson) => lesson.id)).not.toContain(id);
      }
    }
  });

  it('a cut without anything to tell still clears what is known', async () => {
    const quiet = await store({ outcome: 'success', nextStrategy: '' });
    await remind('prompt', PROMPT);
    now += 60_000;
    expect((await remind('context_cut')).silence).toBe('nothing_relevant');
    expect((await remind('prompt', PROMPT)).lessons.map(({ id }) => id)).toEqual([quiet.id]);
  });
});

describe('a reminder after a failed tool', () => {
  it('tells only what warns', async () => {
    const warning = await store();
    await store({ outcome: 'success', whatDidNotWork: [], whatWorked: ['token expiry checked'] });
    const told = await remind('tool_failure', 'npm test auth\nError: token expiry is in the past');
    expect(told.lessons.map(({ id }) => id)).toEqual([warning.id]);
  });
});

describe('reminders', () => {
  it('can be switched off everywhere and per project', async () => {
    const { projectId } = await store();
    await test.call('settings.set', { changes: { 'remind.offProjects': [projectId] } });
    expect((await remind('prompt', PROMPT)).silence).toBe('switched_off');
    await test.call('settings.set', { changes: { 'remind.offProjects': [] } });
    expect((await remind('prompt', PROMPT)).silence).toBeNull();
    await test.call('settings.set', { changes: { 'remind.enabled': false } });
    expect((await remind('session_start', '', agentIn('/work/shop', { session: 'd' }))).silence).toBe('switched_off');
  });

  it.each([
    ['told of at once', {}],
    ['told of later', { delivery: 'later' as const }],
  ])('that are off notice a cut all the same: %s', async (_, more) => {
    await store();
    expect((await remind('prompt', PROMPT)).silence).toBeNull();
    await test.call('settings.set', { changes: { 'remind.enabled': false } });
    now += 60_000;
    expect((await remind('context_cut', '', agent, more)).silence).toBe('switched_off');
    await test.call('settings.set', { changes: { 'remind.enabled': true } });
    expect((await remind('prompt', PROMPT)).silence).toBeNull();
  });

  it('of a cut that was noted leave out what was told since', async () => {
    const { id } = await store();
    await remind('context_cut', '', agent, { delivery: 'later' });
    now += 60_000;
    expect((await remind('prompt', PROMPT)).lessons.map((lesson) => lesson.id)).toEqual([id]);
    expect((await remind('context_cut', '', agent, { delivery: 'if_waiting' })).silence).toBe('known_already');
    // With this, nothing waits any more.
    await store({ taskDescription: 'Move the gateway to another region' });
    expect((await remind('context_cut', '', agent, { delivery: 'if_waiting' })).silence).toBe('known_already');
  });

  it('that were only noted count as no answers', async () => {
    await store();
    await remind('context_cut', '', agent, { delivery: 'later' });
    await remind('session_start', '', agentIn('/work/shop', { session: 'copy' }), { forkedFrom: 'c' });
    const { tellings } = await test.call('memory.insights', {});
    expect(tellings.reduce((sum, { unasked }) => sum + unasked, 0)).toBe(0);
    await remind('prompt', PROMPT);
    const after = await test.call('memory.insights', {});
    expect(after.tellings.reduce((sum, { unasked }) => sum + unasked, 0)).toBe(1);
  });

  it('are only previews for a person, and with dryRun', async () => {
    await store();
    const preview = await remind('prompt', PROMPT, person, { projectId: 'shop' });
    expect(preview).toMatchObject({ silence: null, logged: false, lessons: [{ exposureId: null }] });
    expect((await remind('prompt', PROMPT, agent, { dryRun: true })).logged).toBe(false);
    expect((await remind('prompt', PROMPT)).logged).toBe(true);
  });
});
