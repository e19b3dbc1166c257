import type { InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTokenCounter } from '../../src/agent-text/tokens.ts';
import { agentIn, person, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const TASK = 'Make the flaky checkout test pass';
const AGAIN = 'Make the checkout test pass, it is flaky';
const DO = 'Wait for the network to be idle before asserting';
const AVOID = 'Raising the timeout of the test';

const lesson = (fields: Partial<InputOf<'reflection.store'>>) =>
  test.store({ taskDescription: TASK, projectId: 'shop', ...fields });
const list = async (input: InputOf<'pattern.list'> = {}) => (await test.call('pattern.list', input)).items;

/** Stores four attempts at one task. */
async function attempts() {
  for (const taskDescription of [TASK, AGAIN]) {
    await lesson({ taskDescription, outcome: 'failure', whatDidNotWork: [AVOID] });
    await lesson({ taskDescription, whatWorked: [DO] });
  }
  await lesson({ whatWorked: ['Waited for the network to be idle before asserting'] });
}

describe('a pattern', () => {
  it('is what was done for like reasons, with how often it helped, n and interval (S1-45, S1-46, S1-47, X11)', async () => {
    verifies('S1-45', 'S1-46', 'S1-47', 'X11');
    await attempts();
    const [works, fails, ...others] = await list();
    expect(others).toEqual([]);
    expect(works).toMatchObject({
      kind: 'task',
      trigger: TASK,
      action: DO,
      state: 'suggested',
      standing: 'works',
      occurrences: 3,
      outcomes: { success: 3, failure: 0, unknown: 0 },
      success: { value: 1, n: 3, high: 1 },
    });
    expect(works?.success.low).toBeCloseTo(0.4385, 3);
    expect(fails).toMatchObject({ action: AVOID, standing: 'fails', success: { value: 0, n: 2, low: 0 } });
  });

  it('is none when it was met once, in another project, for another reason, or only repeats its trigger (B1-16)', async () => {
    verifies('B1-16');
    await lesson({ whatWorked: [DO] });
    await lesson({ projectId: 'other', whatWorked: [DO] });
    await lesson({ taskDescription: 'Upload large videos to the bucket', whatWorked: [DO] });
    for (const taskDescription of ['Retry the upload', 'Retry an upload'])
      await lesson({ taskDescription, whatWorked: ['Retrying the upload', 'implementation', 'ok'] });
    expect(await list()).toEqual([]);
    await lesson({ whatWorked: [DO] });
    expect(await list()).toHaveLength(1);
  });

  it('needs two known failures before it is an anti-pattern, or as many as the settings say (S1-55, B1-13)', async () => {
    verifies('S1-55', 'B1-13');
    await lesson({ outcome: 'failure', whatDidNotWork: [AVOID] });
    await test.call('episode.store', {
      sessionId: 'decided',
      projectId: 'shop',
      task: 'tests',
      decisions: [{ context: TASK, chosen: AVOID }],
    });
    const failing = { standings: ['fails' as const] };
    expect(await list(failing)).toEqual([]);
    expect(await list()).toMatchObject([{ standing: 'open', occurrences: 2, success: { n: 1 } }]);
    await lesson({ outcome: 'failure', whatDidNotWork: [AVOID] });
    expect(await list(failing)).toMatchObject([{ action: AVOID, success: { value: 0, n: 2 } }]);
    await test.call('settings.set', { changes: { 'patterns.failsCases': 3 } });
    expect(await list(failing)).toEqual([]);
  });

  it('is listed by success and occurrences, as the source document asks (S1-54, S1-55)', async () => {
    verifies('S1-54', 'S1-55');
    await attempts();
    expect((await list({ minSuccess: 0.7, minOccurrences: 3 })).map(({ action }) => action)).toEqual([DO]);
    expect((await list({ maxSuccess: 0.3 })).map(({ action }) => action)).toEqual([AVOID]);
    expect(await list({ minOccurrences: 4 })).toEqual([]);
    expect(await list({ text: 'network idle' })).toHaveLength(1);
    expect(await list({ text: 'nobody says this' })).toEqual([]);
    const { standings, total } = await test.call('pattern.list', { standings: ['fails'], limit: 1 });
    expect([standings, total]).toEqual([{ works: 1, fails: 1, open: 0 }, 1]);
  });

  it('goes with what shows it: an edit, a rejection and the bin take exactly their case away', async () => {
    await attempts();
    const known = async () => (await list({ text: 'network' })).map(({ occurrences }) => occurrences);
    const extra = await lesson({ whatWorked: [DO] });
    expect(await known()).toEqual([4]);
    await test.call('reflection.setState', { id: extra.id, state: 'rejected' });
    expect(await known()).toEqual([3]);
    await test.call('reflection.setState', { id: extra.id, state: 'accepted' });
    await test.call('reflection.delete', { id: extra.id });
    expect(await known()).toEqual([3]);
    await test.call('reflection.restore', { id: extra.id });
    await test.call('reflection.update', { id: extra.id, changes: { whatWorked: ['Something else entirely'] } });
    expect(await known()).toEqual([3]);
  });

  it('of an error is its signature with what was done about it, from lessons and from links of episodes (X11, B1-03)', async () => {
    verifies('X11', 'B1-03');
    const fix = 'Close the server of the test before it ends';
    const told = await lesson({
      outcome: 'success',
      whatDidNotWork: ['Error: listen EADDRINUSE: address already in use :::3000'],
      whatWorked: [fix],
    });
    const { episode } = await test.call('episode.store', {
      sessionId: 'ports',
      projectId: 'shop',
      task: 'ports',
      decisions: [{ id: 'd1', context: 'What to do about the port', chosen: fix, outcome: 'success' }],
      events: [
        {
          id: 'e1',
          type: 'error',
          content: 'Error: listen EADDRINUSE: address already in use 127.0.0.1:8080',
          leadsTo: ['d1'],
        },
      ],
    });
    const [found, ...others] = await list({ kinds: ['error'] });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ action: fix, occurrences: 2, success: { value: 1, n: 2 } });
    const { items } = await test.call('pattern.match', {
      text: 'npm test fails with Error: listen EADDRINUSE: address already in use :::9229',
    });
    expect(items[0]).toMatchObject({ id: found?.id, action: fix });
    const { cases } = await test.call('pattern.get', { id: found?.id ?? '' });
    expect(
      cases.map(({ reflectionId, episodeId, itemId, outcome }) => [reflectionId, episodeId, itemId, outcome]),
    ).toEqual([
      [told.id, null, null, 'success'],
      [null, episode.id, 'd1', 'success'],
    ]);
  });

  it('of a decision goes by its question, or by the task of its session where it states none', async () => {
    for (const sessionId of ['one', 'two'])
      await test.call('episode.store', { sessionId, projectId: 'shop', task: TASK, decisions: [{ chosen: DO }] });
    expect(await list()).toMatchObject([{ trigger: TASK, action: DO, occurrences: 2, success: { n: 0 } }]);
  });

  it('is not made of what only the time says (X12)', async () => {
    verifies('X12');
    for (const sessionId of ['one', 'two']) {
      await test.call('episode.store', {
        sessionId,
        projectId: 'shop',
        task: 'ports',
        events: [
          { id: 'e1', type: 'error', content: 'TypeError: cart is undefined' },
          { id: 'e2', type: 'commit', content: 'Rename a variable somewhere else' },
        ],
        links: [{ from: 'e1', to: 'e2', relation: 'precedes' }],
      });
    }
    expect(await list()).toEqual([]);
  });
});

describe('a word on a pattern', () => {
  const agent = agentIn('/work/shop');

  it('makes a suggestion one that somebody stands for; a person has the last word, and all of it is undone', async () => {
    await attempts();
    const [suggested] = await list();
    const id = suggested?.id ?? '';
    const said = await test.call('pattern.assert', { pattern: id, note: 'Seen in three sessions' });
    expect(said.pattern).toMatchObject({
      id,
      state: 'asserted',
      supports: 1,
      note: 'Seen in three sessions',
      occurrences: 3,
    });
    const against = await test.call(
      'pattern.assert',
      { pattern: id, stance: 'disputes', projectId: 'shop' },
      { ...agent, project: null },
    );
    expect(against.pattern).toMatchObject({ state: 'asserted', disputes: 1 });
    await test.call('causal.retract', { id: said.claim.id });
    expect((await test.call('pattern.get', { id })).pattern).toMatchObject({ state: 'disputed' });
    expect((await list()).map((pattern) => pattern.id)).not.toContain(id);
    expect((await test.call('pattern.match', { text: TASK })).items.map((pattern) => pattern.id)).not.toContain(id);
    await test.call('operation.undo', { operationId: against.operationId ?? '' });
    expect((await test.call('pattern.get', { id })).pattern).toMatchObject({ state: 'suggested' });
  });

  it('is logged as what it was: added, confirmed, disputed or retracted', async () => {
    const pattern = { kind: 'task' as const, trigger: 'Release a new version', action: 'Tag the commit' };
    const { claim, pattern: added } = await test.call('pattern.assert', { pattern, projectId: 'shop' });
    await test.call('pattern.assert', { pattern: added?.id ?? '' }, agent);
    await test.call('pattern.assert', { pattern, projectId: 'shop' });
    await test.call('pattern.assert', { pattern, projectId: 'mart' });
    await test.call('pattern.assert', { pattern, stance: 'disputes' }, agent);
    await test.call('causal.retract', { id: claim.id });
    const { items } = await test.call('operation.list', {});
    expect(items.map(({ summary }) => summary).toReversed()).toEqual(
      ['Added', 'Confirmed', 'Confirmed', 'Added', 'Disputed', 'Retracted'].map(
        (verb) => `${verb}: Release a new version → Tag the commit`,
      ),
    );
  });

  it('keeps its name when older cases come later', async () => {
    await attempts();
    const [suggested] = await list();
    const { pattern } = await test.call('pattern.assert', { pattern: suggested?.id ?? '' });
    test.now -= 86_400_000;
    await lesson({ taskDescription: AGAIN, whatWorked: [DO] });
    expect(await list({ states: ['asserted'] })).toMatchObject([{ id: pattern?.id, occurrences: 4 }]);
  });

  it('may be about a new one, which no case shows yet; it stands for no edge of the graph', async () => {
    const word = {
      kind: 'error' as const,
      trigger: 'ENOSPC: no space left on device',
      action: 'Prune the docker images first',
    };
    const { pattern, claim } = await test.call('pattern.assert', { pattern: word, note: 'Always helped' }, agent);
    expect(pattern).toMatchObject({
      occurrences: 0,
      success: { value: null, n: 0 },
      state: 'asserted',
      standing: 'open',
    });
    expect(claim).toMatchObject({ relation: 'calls_for', basis: 'asserted_by_agent' });
    expect((await test.call('causal.graph', {}, agent)).total).toMatchObject({ nodes: 0, edges: 0 });
    expect(
      (await test.call('pattern.match', { text: 'write failed: ENOSPC: no space left on device' }, agent)).items,
    ).toHaveLength(1);
  });

  it.each([
    [{ kind: 'task' as const, trigger: 'Retry the upload', action: 'Retrying the upload' }],
    [{ kind: 'task' as const, trigger: 'test', action: 'run all the tests' }],
    [{ kind: 'error' as const, trigger: 'EPERM', action: 'fix' }],
  ])('that says nothing is refused: %j', async (pattern) => {
    const failure = await test.fail('pattern.assert', { pattern, projectId: 'shop' });
    expect(failure).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('nothing was stored') });
    expect(test.rows('SELECT * FROM claim')).toEqual([]);
  });

  it('on a pattern of another project is refused to an agent, which does not see it', async () => {
    await attempts();
    const [found] = await list();
    const stranger = agentIn('/work/other');
    expect(await test.fail('pattern.assert', { pattern: found?.id }, stranger)).toMatchObject({ code: 'not_found' });
    expect((await test.call('pattern.list', {}, stranger)).total).toBe(0);
    expect((await test.call('pattern.match', { text: TASK }, stranger)).items).toEqual([]);
  });
});

describe('an agent', () => {
  it('is told one pattern in less than 100 tokens, and only what was counted as a suggestion (S1-72)', async () => {
    verifies('S1-72');
    const count = await loadTokenCounter();
    const long = (start: string) =>
      `${start} ${'and then the other part of the long story goes on for a while, '.repeat(8)}`;
    for (let n = 0; n < 3; n++)
      await lesson({
        taskDescription: long('Make the import of invoices faster'),
        whatWorked: [long('Read the file in pieces')],
      });
    await attempts();
    for (const text of [
      'Make the import of invoices faster and then the other part of the long story goes on for a while',
      TASK,
    ]) {
      const answer = await test.call('pattern.match', { text, limit: 1 });
      expect(answer.items).toHaveLength(1);
      expect(answer.omitted).toBe(0);
      expect(answer.tokens).toBe(count(answer.text));
      expect(answer.tokens).toBeLessThan(100);
      expect(answer.text).toContain('suggestion');
      expect(answer.text).toContain(answer.items[0]?.id);
    }
    expect((await test.call('pattern.match', { text: 'Paint the fence of the garden' })).text).toContain('No pattern');
  });

  it('finds patterns that are clear or asserted in its brief, those that fail among the warnings', async () => {
    const shop = { projectId: 'shop' };
    await attempts();
    await lesson({ taskDescription: 'Rename the colour of a button', whatWorked: ['Search the style sheet as well'] });
    await lesson({ taskDescription: 'Rename the colour of a button', whatWorked: ['Search the style sheet as well'] });
    const { text, patterns, tokens, budget } = await test.call(
      'memory.brief',
      { task: TASK, ...shop, budget: 2000 },
      person,
    );
    const [works] = await list({ text: 'network' });
    const [fails] = await list({ text: 'timeout' });
    expect(patterns.map(({ id }) => id).sort()).toEqual([works?.id, fails?.id].sort());
    expect(text.indexOf('"avoid"')).toBeGreaterThan(text.indexOf('FAILED BEFORE'));
    expect(text.indexOf('"do"')).toBeGreaterThan(text.indexOf('WORKED BEFORE'));
    expect(text).toContain('helped 3 of 3; suggestion');
    expect(tokens).toBeLessThanOrEqual(budget);
    const open = await test.call(
      'memory.brief',
      { task: 'Rename the colour of a button', ...shop, budget: 2000 },
      person,
    );
    expect(open.patterns).toEqual([]);
  });
});
