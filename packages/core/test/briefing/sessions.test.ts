import type { InputOf } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTokenCounter } from '../../src/agent-text/tokens.ts';
import { sessionForms } from '../../src/briefing/session-lines.ts';
import { agentIn, TestCore } from '../harness.ts';

// An agent is told what happened in earlier sessions, even if it asks in other words.

let test: TestCore;
beforeEach(async () => {
  test = new TestCore();
  for (const episode of SESSIONS) await test.call('episode.store', episode);
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop', { session: 'now' });

const SESSIONS: InputOf<'episode.store'>[] = [
  {
    projectId: 'shop',
    sessionId: '2026-02-03-session-412-invoice-rounding',
    task: 'Invoices differ from the ledger by one cent (PR #871)',
    outcome: 'success',
    occurredAt: '2026-02-03T10:00:00Z',
    decisions: [
      {
        chosen: 'Keep amounts as integer cents and round once per invoice',
        rationale: 'Rounding each line adds up to a different total than the ledger has',
      },
      { chosen: 'Round with banker’s rounding', rationale: 'The ledger does', outcome: 'failure' },
    ],
    events: [
      { type: 'error', content: 'AssertionError: expected 1999 to equal 2000 in totals.test.ts' },
      { type: 'milestone', content: 'Opened the pull request' },
    ],
    lessons: ['Floating point numbers must not hold money'],
  },
  {
    projectId: 'shop',
    sessionId: '2026-02-05-session-413-slow-search',
    task: 'Search of products takes seconds',
    outcome: 'failure',
    decisions: [{ chosen: 'Add a trigram index on the product name', outcome: 'unknown' }],
    events: [{ type: 'error', content: 'Building the index timed out after 300 s' }],
  },
  {
    projectId: 'bakery',
    sessionId: 'bread',
    task: 'Sourdough schedule for the weekend',
    outcome: 'success',
    lessons: ['Let the dough rest overnight'],
  },
];

const brief = (task: string, more: object = {}) => test.call('memory.brief', { task, ...more }, inShop());
/** The agent's folder is the project of the sessions. */
function inShop() {
  return { ...agent, project: { reference: 'shop' } };
}

describe('a brief', () => {
  it('puts what was reached before the hash of a commit, in a digest as in a brief', async () => {
    const events = [
      { type: 'commit', content: 'Commit: a97222a480cf' },
      { type: 'milestone', content: 'The marble staircase shines again' },
    ];
    await test.call('episode.store', {
      projectId: 'shop',
      sessionId: 'shine',
      task: 'Polish marble',
      events,
      outcome: 'success',
    });
    const { text } = await test.call('episode.digest', { about: 'shine', projectId: 'shop' });
    expect(text.indexOf('staircase shines')).toBeGreaterThan(0);
    expect(text.indexOf('staircase shines')).toBeLessThan(text.indexOf('a97222a480cf'));
  });

  it('says of a guess that it is one, in words that need no explanation', async () => {
    const guessed = { projectId: 'shop', outcome: 'success', outcomeSource: 'defaulted' } as const;
    const task = 'Polish the marble staircase';
    await test.call('episode.store', { ...guessed, sessionId: 'guess', task });
    await test.call('reflection.store', { ...guessed, taskDescription: task });
    const { text } = await test.call('memory.brief', { task: 'polish the marble staircase', projectId: 'shop' });
    expect(text.match(/"outcome":"success \(only assumed\)"/g)).toHaveLength(2);
  });

  it.each([
    ['totals of an invoice are off by a cent', 'session-412'],
    ['may I store prices as floating point?', 'session-412'],
    ['product search is slow, index the names', 'session-413'],
    ['session 413', 'session-413'],
    ['what came of PR 871', 'session-412'],
  ])('tells the session that knows: %s', async (task, name) => {
    const { text, sessions, lessons } = await brief(task);
    expect(lessons).toEqual([]);
    expect(sessions).toHaveLength(1);
    expect(text).toContain(name);
    expect(text).toContain('EARLIER SESSIONS');
  });

  it('gives what was decided and why, what failed, and what was learned; the outcome of a decision is its own', async () => {
    const { text } = await brief('totals of an invoice are off by a cent');
    expect(text).toContain('decided: Keep amounts as integer cents');
    expect(text).toContain('Because: Rounding each line');
    expect(text).toContain('decided, and failed: Round with banker');
    expect(text).toContain('learned: Floating point numbers must not hold money');
    expect(text).toContain('"outcome":"success (reported)"');
    // Nothing is said of the decision that was not judged, although its session failed.
    expect((await brief('product search is slow, index the names')).text).toContain('decided: Add a trigram index');
  });

  it.each(['deploy the cluster with terraform', 'yes', 'commit this', 'try again', 'Let the dough rest overnight'])(
    'says nothing of sessions where none knows, or nothing is asked: %s',
    async (task) => {
      expect(await brief(task)).toMatchObject({ sessions: [], lessons: [] });
    },
  );

  it('looks for a lesson in whatever words an agent asks', async () => {
    for (const taskDescription of ['run tests', 'fix the build', 'commit this', 'deploy the release']) {
      await test.store({ projectId: 'shop', taskDescription, outcome: 'failure', whatDidNotWork: ['It hung'] });
      expect((await brief(taskDescription)).lessons.length, taskDescription).toBeGreaterThan(0);
    }
    expect((await brief('yes')).text).toContain('nothing was looked for');
  });

  it('does not tell a session what it is doing itself', async () => {
    const own = { ...inShop(), session: '2026-02-05-session-413-slow-search' };
    const { sessions } = await test.call('memory.brief', { task: 'product search is slow, index the names' }, own);
    expect(sessions).toEqual([]);
  });

  it('costs little, however large the sessions are', async () => {
    const long = 'the checkout of a cart with a voucher fails again '.repeat(40);
    for (let n = 0; n < 6; n++) {
      const events = Array.from({ length: 200 }, (_, at) => ({ type: 'error', content: `${at} ${long}` }));
      await test.call('episode.store', { projectId: 'shop', sessionId: `large ${n}`, task: long, events });
    }
    const texts = new Map<string, number>();
    const episodes = (await test.call('episode.list', { projectId: 'shop' })).items.slice(0, 6);
    const whole = await Promise.all(episodes.map(({ id }) => test.call('episode.get', { id })));
    const forms = sessionForms(
      whole.map(({ episode }) => episode),
      'voucher at checkout',
      false,
      (text) => {
        texts.set(text, text.length);
        return Math.ceil(text.length / 4);
      },
    );
    expect(forms).toHaveLength(3);
    // Only texts that may be told are counted, not all 2.4 million characters.
    expect([...texts.values()].reduce((sum, length) => sum + length, 0)).toBeLessThan(100_000);
  });

  it('keeps its budget, gives lessons their room first, and tells a session in short before leaving it out', async () => {
    const count = await loadTokenCounter();
    await test.store({
      projectId: 'shop',
      taskDescription: 'invoice totals off by a cent',
      whatWorked: ['integer cents'],
    });
    for (const budget of [100, 150, 200, 300, 500, 1000]) {
      const { text, tokens, lessons, sessions } = await brief('invoice totals are off by a cent', { budget });
      expect(count(text)).toBe(tokens);
      expect(tokens).toBeLessThanOrEqual(budget);
      if (sessions.length > 0) expect(lessons).toHaveLength(1);
    }
    const wide = await brief('invoice totals are off by a cent', { budget: 1000 });
    expect(wide).toMatchObject({ lessons: [{}], sessions: [{}] });
  });

  it('says of which project a session is where it tells of several', async () => {
    await test.call('episode.store', { projectId: 'mill', sessionId: 'rounding', task: 'Totals of an invoice round' });
    const { text } = await test.call('memory.brief', { task: 'totals of an invoice are off by a cent' });
    expect(text).toContain('"project":"shop"');
    expect(text).toContain('"project":"mill"');
    expect((await brief('totals of an invoice are off by a cent')).text).not.toContain('"project"');
  });

  it('forgets a session that went to the bin', async () => {
    const { sessions } = await brief('product search is slow, index the names');
    await test.call('episode.delete', { id: sessions[0]?.episodeId ?? '' });
    expect((await brief('product search is slow, index the names')).sessions).toEqual([]);
  });
});

describe('a session', () => {
  const digest = (about: string) => test.call('episode.digest', { about }, inShop());

  it.each([
    '2026-02-05-session-413-slow-search',
    'session 413',
    '413',
    'the slow product search',
    'trigram index on names',
  ])('is found by %j', async (about) => {
    expect((await digest(about)).text).toContain('Search of products takes seconds');
  });

  it('that was not named is said to be the nearest, and one that nobody had is not made up', async () => {
    expect((await digest('trigram index on names')).text).toContain('No session has that name. The nearest');
    expect((await digest('2026-02-05-session-413-slow-search')).text).not.toContain('nearest');
    for (const about of ['the kubernetes upgrade', 'it', 'session 99999'])
      expect(await test.fail('episode.digest', { about }, inShop())).toMatchObject({ code: 'not_found' });
  });
});

describe('a search for lessons', () => {
  const search = (taskDescription: string, more: object = {}) =>
    test.call('reflection.search', { taskDescription, sessions: 3, ...more }, inShop());

  it('tells the sessions beside them, in the words of a brief', async () => {
    const { hits, sessions } = await search('totals of an invoice are off by a cent');
    expect(hits).toEqual([]);
    expect(sessions).toHaveLength(1);
    expect(sessions?.[0]?.line).toContain('decided: Keep amounts as integer cents');
    expect((await search('session 413')).sessions?.[0]?.line).toContain('session-413-slow-search');
  });

  it('finds sessions of other projects where it looks everywhere, and says of which', async () => {
    const rest = 'let dough rest overnight';
    expect((await search(rest)).sessions).toEqual([]);
    expect((await search(rest, { everywhere: true })).sessions?.[0]?.line).toContain('"session":"bread"');
  });

  it.each([
    ['asks nothing', 'commit this', {}],
    ['is about nothing that is known', 'deploy the cluster with terraform', {}],
    ['asks for lessons with a tag', 'totals of an invoice are off by a cent', { tags: ['money'] }],
    ['asks for lessons of a session', 'totals of an invoice are off by a cent', { sessionId: 'bread' }],
  ])('tells none where it %s', async (_name, words, more) => {
    expect((await search(words, more)).sessions).toEqual([]);
  });

  it('is as it was for who does not ask for sessions', async () => {
    const found = await test.call('reflection.search', { taskDescription: 'totals of an invoice' }, inShop());
    expect(found).not.toHaveProperty('sessions');
  });
});

describe('a reminder with a prompt', () => {
  const remind = (text: string, occasion: 'prompt' | 'tool_failure' | 'context_cut' = 'prompt', dryRun = false) =>
    test.call('memory.remind', { occasion, text, dryRun }, inShop());
  const PROMPT = 'totals of an invoice are off by a cent, please fix';

  it('tells a session once, until the context is cut, and the account says so', async () => {
    expect(await remind(PROMPT, 'prompt', true)).toMatchObject({ logged: false, sessions: [{}] });
    const first = await remind(PROMPT);
    expect(first).toMatchObject({
      silence: null,
      logged: true,
      lessons: [],
      sessions: [{ tokens: expect.any(Number) }],
    });
    expect(first.text).toContain('EARLIER SESSIONS');
    expect(await remind(PROMPT)).toMatchObject({ text: null, silence: 'known_already', sessions: [] });
    const { items } = await test.call('exposure.recent', {});
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ trigger: 'prompt', lessons: [], sessions: [{ outcome: 'success' }] });
    expect(items[0]?.sessions[0]?.task).toContain('Invoices differ');
    await remind('', 'context_cut');
    expect(await remind(PROMPT)).toMatchObject({ silence: null, sessions: [{}] });
  });

  it('is silent about what a brief has told', async () => {
    await brief(PROMPT);
    expect(await remind(PROMPT)).toMatchObject({ silence: 'known_already' });
  });

  it.each(['yes', 'commit this', 'set up ingress for grafana'])('says nothing of sessions: %s', async (text) => {
    expect(await remind(text)).toMatchObject({ silence: 'nothing_relevant' });
  });

  it('says of a session that was purged since that it is gone', async () => {
    const { sessions } = await remind(PROMPT);
    const id = sessions[0]?.episodeId as string;
    await test.call('episode.delete', { id });
    const { items } = await test.call('exposure.recent', {});
    expect(items[0]?.sessions).toEqual([{ episodeId: id, sessionId: null, task: null, outcome: null }]);
  });
});
