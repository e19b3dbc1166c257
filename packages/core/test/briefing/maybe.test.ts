import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTokenCounter } from '../../src/agent-text/tokens.ts';
import { agentIn, TestCore } from '../harness.ts';

// A lesson that may fit a task is offered on one line, only to a caller that asked, and never as if it certainly fitted.

let test: TestCore;
beforeEach(async () => {
  test = new TestCore();
  await test.store({
    projectId: 'shop',
    taskDescription: 'Speed up the nightly export of invoices to the accounting system',
    outcome: 'failure',
    whatDidNotWork: ['A larger batch size ran out of memory'],
  });
});
afterEach(() => test.remove());

const agent = { ...agentIn('/work/shop', { session: 'now' }), project: { reference: 'shop' } };
/** Has a word or two in common with the lesson: too few to be sure. */
const WEAK = 'the nightly import of currency rates from the bank fails now and then with a strange error';
const NOTHING = 'draw a heat map of sensor readings';

describe('a brief where no lesson is relevant', () => {
  it('offers what may be, a line each, with the id and no more', async () => {
    const { lessons, maybe, text, logged } = await test.call('memory.brief', { task: WEAK }, agent);
    expect(lessons).toEqual([]);
    expect(maybe).toHaveLength(1);
    expect(maybe[0]?.relevance).toBeLessThan(0.25);
    expect(text).toContain('no lesson for sure, 1 that may be related');
    expect(text).toContain('MAYBE RELATED, NOT SURE');
    expect(text).toContain(maybe[0]?.id);
    expect(text).toContain('Speed up the nightly export');
    expect(text).not.toContain('larger batch size');
    expect(text).toContain('reflection_get');
    // It was not shown, so a later attempt is not linked to it.
    expect(logged).toBe(true);
    expect((await test.call('exposure.list', { reflectionId: maybe[0]?.id as string })).items).toEqual([]);
  });

  it('keeps its budget', async () => {
    const count = await loadTokenCounter();
    for (let n = 0; n < 5; n++) {
      const taskDescription = `Nightly export ${n} ${'of invoices and their lines '.repeat(30)}`;
      await test.store({ projectId: 'shop', taskDescription });
    }
    for (const budget of [100, 130, 160, 250, 800]) {
      const { text, tokens } = await test.call('memory.brief', { task: WEAK, budget }, agent);
      expect(count(text)).toBe(tokens);
      expect(tokens).toBeLessThanOrEqual(budget);
    }
  });

  it('offers nothing that has nothing to do with it, and nothing beside what is relevant', async () => {
    expect(await test.call('memory.brief', { task: NOTHING }, agent)).toMatchObject({ lessons: [], maybe: [] });
    const { lessons, maybe } = await test.call('memory.brief', { task: 'speed up the nightly export' }, agent);
    expect([lessons.length, maybe.length]).toEqual([1, 0]);
  });
});

describe('a brief for a word about the work at hand', () => {
  it('offers nothing: every session says it, and it asks nothing', async () => {
    await test.store({
      projectId: 'shop',
      taskDescription: 'Keep the formatter of the exporter quick enough on large changes',
      outcome: 'success',
      whatWorked: [
        'It looks at staged files only; a full pass over the whole tree took eleven seconds on the slowest laptop of the team, ' +
          'which nobody had the patience for, and a cache of hashes beside the lockfile brought that down to half a second per commit',
      ],
    });
    for (const task of ['yes, commit this', 'commit and push', 'ok now run it again and commit']) {
      expect(await test.call('memory.brief', { task }, agent)).toMatchObject({ lessons: [], maybe: [] });
    }
    const named = await test.call('memory.brief', { task: 'commit of the staged lockfile' }, agent);
    expect(named.lessons.length + named.maybe.length).toBe(1);
  });
});

describe('a search for lessons', () => {
  it('offers them to who asks for that, and to nobody else', async () => {
    const asked = { taskDescription: WEAK, maybe: 3 };
    const { hits, maybe } = await test.call('reflection.search', asked, agent);
    expect(hits).toEqual([]);
    expect(maybe?.map(({ line }) => line)).toEqual([expect.stringContaining('Speed up the nightly export')]);
    expect(await test.call('reflection.search', { taskDescription: WEAK }, agent)).not.toHaveProperty('maybe');
    expect((await test.call('reflection.search', { ...asked, taskDescription: NOTHING }, agent)).maybe).toEqual([]);
  });
});

describe('a hook', () => {
  it('stays silent', async () => {
    const said = await test.call('memory.remind', { occasion: 'prompt', text: WEAK }, agent);
    expect(said).toMatchObject({ text: null, silence: 'nothing_relevant' });
  });
});
