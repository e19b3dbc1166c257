import type { InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, dump, TestCore } from '../../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');

/** The example of ADR-038, as an agent records it. */
const example: InputOf<'episode.store'> = {
  sessionId: '2026-01-01-session-126',
  task: 'Implement MemoryRouter module',
  outcome: 'success',
  occurredAt: '2026-01-01T17:00:00Z',
  decisions: [
    {
      type: 'design',
      context: 'Choosing routing strategy',
      options: ['Forgetful-first', 'Serena-first', 'Parallel'],
      chosen: 'Serena-first',
      rationale: 'Lower latency, no network dependency',
      outcome: 'success',
      at: '2026-01-01T17:05:00Z',
      effects: ['e001'],
    },
  ],
  events: [
    { type: 'tool_call', content: 'Created MemoryRouter.psm1', at: '2026-01-01T17:10:00Z', leadsTo: ['e002'] },
    { type: 'milestone', content: 'Routing answers', causedBy: ['e001'] },
  ],
  metrics: { duration_minutes: 45, tool_calls: 87, errors: 2, recoveries: null },
  lessons: ['Pre-commit hooks check all markdown, not just staged files'],
  memoryRefs: [{ system: 'serena', name: 'routing-decisions' }],
};

const store = (fields: Partial<InputOf<'episode.store'>> = {}, caller = agent) =>
  test.call('episode.store', { ...example, ...fields }, caller);

describe('an episode', () => {
  it('is recorded with its session, read by its id and by its session, and undone', async () => {
    verifies('S1-48', 'B1-05');
    await test.call('project.list', {});
    const empty = dump(test);
    const { episode, operationId, notes } = await store();
    expect(notes).toEqual([]);
    expect(episode).toMatchObject({
      task: 'Implement MemoryRouter module',
      sessionNativeId: '2026-01-01-session-126',
      projectName: 'shop',
      outcome: 'success',
      outcomeSource: 'reported',
      author: { kind: 'agent', name: 'test agent' },
      metrics: { duration_minutes: 45, tool_calls: 87, errors: 2, recoveries: null },
      memoryRefs: [{ system: 'serena', name: 'routing-decisions' }],
    });
    expect(episode.decisions[0]).toMatchObject({ id: 'd001', chosen: 'Serena-first', timeQuality: 'exact', risks: [] });
    expect(episode.events.map(({ id, at }) => [id, at])).toEqual([
      ['e001', '2026-01-01T17:10:00.000Z'],
      ['e002', null],
    ]);
    // A link that both ends state is one link (B1-05).
    expect(episode.links).toEqual([
      { from: 'd001', to: 'e001', relation: 'causes', basis: 'asserted_by_agent' },
      { from: 'e001', to: 'e002', relation: 'causes', basis: 'asserted_by_agent' },
    ]);
    const bySession = await test.call('episode.get', { sessionId: '2026-01-01-session-126' }, agent);
    expect(bySession.episode).toEqual(episode);
    expect((await test.call('episode.get', { id: episode.id })).episode).toEqual(episode);
    await test.call('operation.undo', { operationId });
    expect(dump(test)).toBe(empty);
    expect((await test.fail('episode.get', { id: episode.id })).code).toBe('not_found');
    await test.call('operation.redo', { operationId });
    expect((await test.call('episode.get', { id: episode.id })).episode).toEqual(episode);
  });

  it('belongs to one session: a second one is refused, one in the bin is named, and without a session there is none', async () => {
    const { episode } = await store();
    expect(await test.fail('episode.store', example, agent)).toMatchObject({ code: 'conflict', reason: 'in_use' });
    await test.call('episode.delete', { id: episode.id });
    const second = await test.fail('episode.store', example, agent);
    expect(second.hint).toContain('episode.restore');
    const { sessionId: _session, ...homeless } = example;
    expect(await test.fail('episode.store', homeless, agent)).toMatchObject({ code: 'invalid_input' });
    const own = await test.call('episode.store', homeless, { ...agent, session: 'mine' });
    expect(own.episode.sessionNativeId).toBe('mine');
    expect(await test.fail('episode.store', { ...example, sessionId: 'other', nativeId: '' }, agent)).toMatchObject({
      code: 'invalid_input',
    });
  });

  it.each<[string, Partial<InputOf<'episode.store'>>, RegExp]>([
    ['a circle', { links: [{ from: 'e002', to: 'd001', relation: 'causes' }] }, /circle/],
    ['a link to nowhere', { links: [{ from: 'd001', to: 'e009', relation: 'causes' }] }, /an item that is not there/],
    ['a link to itself', { links: [{ from: 'e001', to: 'e001', relation: 'enables' }] }, /itself/],
    ['links that contradict each other', { links: [{ from: 'd001', to: 'e001', relation: 'prevents' }] }, /opposite/],
    [
      'twins',
      { events: [{ id: 'd001', type: 'error', content: 'x' }], decisions: [{ id: 'd001', chosen: 'y' }] },
      /Two items/,
    ],
  ])('with %s is refused, and nothing is stored (R10)', async (_what, fields, says) => {
    verifies('R10');
    await test.call('project.list', {});
    const before = dump(test);
    const failure = await test.fail('episode.store', { ...example, ...fields }, agent);
    expect(failure).toMatchObject({ code: 'invalid_input' });
    expect(failure.message).toMatch(says);
    expect(dump(test)).toBe(before);
  });

  it('has ids of its own for each item, decisions and events together (B1-11)', async () => {
    verifies('B1-11');
    const twins = { decisions: [{ id: 'x1', chosen: 'y' }], events: [{ id: 'x1', type: 'error', content: 'x' }] };
    expect((await test.fail('episode.store', { ...example, ...twins }, agent)).message).toContain('Two items');
    const { episode } = await store({
      decisions: [{ id: 'e001', chosen: 'y' }],
      events: [{ type: 'test', content: 'x' }],
    });
    expect([...episode.decisions, ...episode.events].map(({ id }) => id)).toEqual(['e001', 'e002']);
    const id = episode.id;
    const changes = { events: [{ id: 'e001', type: 'test', content: 'x' }] };
    expect((await test.fail('episode.update', { id, changes })).message).toContain('Two items');
  });

  it('keeps order in time apart from causes, and a person who links apart from an agent (X12)', async () => {
    verifies('X12');
    const { episode } = await store({ links: [{ from: 'd001', to: 'e002', relation: 'precedes' }] });
    expect(episode.links[0]).toEqual({ from: 'd001', to: 'e002', relation: 'precedes', basis: 'temporal' });
    const mine = await test.call('episode.store', { ...example, sessionId: 'p', projectId: 'demo' });
    expect(new Set(mine.episode.links.map(({ basis }) => basis))).toEqual(new Set(['asserted_by_human']));
  });

  it('takes types that nobody foresaw, and 2,000 characters of them not (X9)', async () => {
    verifies('S1-27', 'X9');
    const { episode } = await store({
      events: [{ type: 'deployment', content: 'x' }],
      decisions: [{ type: 'routing', chosen: 'y' }],
    });
    expect([episode.events[0]?.type, episode.decisions[0]?.type]).toEqual(['deployment', 'routing']);
    const long = { ...example, sessionId: 's2', events: [{ type: 'x'.repeat(2000), content: 'x' }] };
    expect(await test.fail('episode.store', long, agent)).toMatchObject({ code: 'invalid_input' });
  });

  it('says that a secret was taken out, wherever it stood', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { episode, notes } = await store({ decisions: [{ chosen: `use ${secret}` }], events: [] });
    expect(JSON.stringify(episode)).not.toContain(secret);
    expect(notes.join()).toContain('1 secret was replaced');
  });
});

describe('a list of episodes', () => {
  beforeEach(async () => {
    const add = (sessionId: string, fields: Partial<InputOf<'episode.store'>>) =>
      test.call('episode.store', { task: sessionId, sessionId, projectId: 'demo', ...fields });
    await add('old', { outcome: 'failure', occurredAt: '2026-01-02T00:00:00Z', lessons: ['mind the gap'] });
    await add('new', { outcome: 'success', occurredAt: '2026-02-02T00:00:00Z' });
    await add('undated', { outcome: 'partial', events: [{ type: 'error', content: '3 tests failed' }] });
    await test.call('episode.store', {
      task: 'else',
      sessionId: 'else',
      projectId: 'other',
      decisions: [{ chosen: 'Take the gap' }],
    });
  });

  const listed = async (filter: InputOf<'episode.list'>) =>
    (await test.call('episode.list', filter)).items.map(({ task }) => task);

  it('has the newest first before any limit; an undated one stands by when it was stored (S1-49)', async () => {
    verifies('S1-04', 'S1-49');
    expect(await listed({ projectId: 'demo' })).toEqual(['undated', 'new', 'old']);
    expect(await listed({ projectId: 'demo', limit: 1 })).toEqual(['undated']);
    const first = await test.call('episode.list', { limit: 2 });
    expect(first.total).toBe(4);
    const second = await test.call('episode.list', { limit: 2, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...second.items].map(({ task }) => task)).toEqual(['else', 'undated', 'new', 'old']);
    expect(second.nextCursor).toBeNull();
  });

  it('counts the attempts of each session, without those in the bin', async () => {
    const counts = async () =>
      (await test.call('episode.list', { projectId: 'demo' })).items.map((one) => one.attempts);
    const given = { task: 'Try', outcome: 'failure' as const, projectId: 'demo', sessionId: 'new' };
    await test.call('attempt.record', given);
    const { attempt } = await test.call('attempt.record', given);
    expect(await counts()).toEqual([0, 2, 0]);
    await test.call('attempt.delete', { id: attempt.id });
    expect(await counts()).toEqual([0, 1, 0]);
  });

  it.each<[string, InputOf<'episode.list'>, string[]]>([
    ['outcome', { outcome: ['failure', 'partial'] }, ['undated', 'old']],
    ['session', { sessionId: 'new' }, ['new']],
    ['since', { since: '2026-02-01T00:00:00Z' }, ['else', 'undated', 'new']],
    ['until', { until: '2026-02-02T00:00:00Z' }, ['old']],
    ['words of lessons, decisions and events', { text: 'gap' }, ['else', 'old']],
    ['every word', { text: 'tests FAILED' }, ['undated']],
    ['no word of a key or id', { text: 'chosen' }, []],
    ['a project that is not there', { projectId: 'nowhere' }, []],
    ['nothing asked for', { limit: 0 }, []],
  ])('by %s', async (_what, filter, tasks) => {
    verifies('S1-04', 'S1-49');
    expect(await listed(filter)).toEqual(tasks);
  });

  it('says how many items there are in place of the items', async () => {
    const [item] = (await test.call('episode.list', { sessionId: 'undated' })).items;
    expect(item).toMatchObject({ decisions: 0, events: 1, links: 0 });
  });

  it('has the bin apart', async () => {
    const [{ id } = { id: '' }] = (await test.call('episode.list', { sessionId: 'new' })).items;
    await test.call('episode.delete', { id });
    expect(await listed({ projectId: 'demo' })).toEqual(['undated', 'old']);
    expect(await listed({ deleted: 'only' })).toEqual(['new']);
    await test.call('episode.restore', { id });
    expect(await listed({ projectId: 'demo' })).toEqual(['undated', 'new', 'old']);
  });
});

describe('what an episode says is found like a lesson', () => {
  it('by decision, lesson and event; gone with the bin, back with it (S1-60)', async () => {
    verifies('S1-04', 'S1-60');
    const { episode } = await store();
    const found = async (text: string) =>
      (await test.call('memory.search', { text, kinds: ['session'], everywhere: true })).hits.map((hit) =>
        hit.kind === 'session' ? hit.session.id : '',
      );
    expect(await found('latency of the network dependency')).toEqual([episode.sessionId]);
    expect(await found('markdown hooks')).toEqual([episode.sessionId]);
    expect(await found('MemoryRouter.psm1')).toEqual([episode.sessionId]);
    await test.call('episode.delete', { id: episode.id });
    expect(await found('markdown hooks')).toEqual([]);
    await test.call('episode.restore', { id: episode.id });
    expect(await found('markdown hooks')).toEqual([episode.sessionId]);
  });
});

describe('a change of an episode', () => {
  it('replaces lists whole, lets links to what is gone go, keeps the first outcome, and is undone', async () => {
    const { episode } = await store();
    const before = dump(test);
    const [, second] = episode.events;
    const { at: _at, timeQuality: _quality, origin: _origin, ...kept } = second ?? episode.events[0] ?? ({} as never);
    const changed = await test.call('episode.update', {
      id: episode.id,
      changes: { outcome: 'failure', events: [{ ...kept, content: 'Routing answers wrongly' }], occurredAt: null },
      expectedRevision: episode.revision,
    });
    expect(changed.episode).toMatchObject({
      outcome: 'failure',
      outcomeSource: 'corrected',
      originalOutcome: 'success',
    });
    expect(changed.episode).toMatchObject({ occurredAt: null, timeQuality: 'unknown', links: [] });
    expect(changed.episode.events.map(({ content }) => content)).toEqual(['Routing answers wrongly']);
    const stale = { id: episode.id, changes: { task: 'x' }, expectedRevision: episode.revision };
    expect(await test.fail('episode.update', stale)).toMatchObject({ code: 'conflict', reason: 'changed_since' });
    await test.call('operation.undo', { operationId: changed.operationId ?? '' });
    expect(dump(test)).toBe(before);
    const back = await test.call('episode.update', { id: episode.id, changes: { task: episode.task } });
    expect(back.operationId, 'nothing had to change').toBeNull();
  });

  it('is refused with links that cannot be, in the bin, and when it grows too large', async () => {
    const { episode } = await store();
    const { id } = episode;
    const circle = [
      { from: 'd001', to: 'e001', relation: 'causes' as const },
      { from: 'e001', to: 'd001', relation: 'enables' as const },
    ];
    expect((await test.fail('episode.update', { id, changes: { links: circle } })).message).toMatch(/circle/);
    const lessons = Array.from({ length: 9 }, (_, n) => `${n}`.padEnd(60_000, 'x'));
    expect(await test.fail('episode.update', { id, changes: { lessons } })).toMatchObject({ reason: 'too_large' });
    await test.call('episode.update', { id, changes: { lessons: lessons.slice(0, 5) } });
    const extra = Object.fromEntries(lessons.slice(0, 4).map((text, n) => [`k${n}`, text]));
    expect(await test.fail('episode.update', { id, changes: { extra } })).toMatchObject({ reason: 'too_large' });
    await test.call('episode.delete', { id });
    expect((await test.fail('episode.update', { id, changes: { task: 'x' } })).hint).toContain('episode.restore');
  });
});

describe('the decisions of an episode', () => {
  it('come in causal order, then by time, then as they stand (S1-50, R9)', async () => {
    verifies('S1-50', 'R9');
    const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, '0')}:00:00Z`;
    const { episode } = await store({
      decisions: [
        { id: 'last', chosen: 'a', at: at(1) },
        { id: 'late', chosen: 'b', at: at(9) },
        { id: 'undated', chosen: 'c' },
        { id: 'early', chosen: 'd', at: at(3) },
        { id: 'day', chosen: 'e', at: '2026-01-01T00:00:00Z', timeQuality: 'day' },
      ],
      events: [{ id: 'between', type: 'milestone', content: 'x', causedBy: ['late'], leadsTo: ['last'] }],
    });
    const { decisions } = await test.call('episode.decisions', { id: episode.id });
    expect(decisions.map(({ id }) => id)).toEqual(['early', 'undated', 'late', 'last', 'day']);
  });

  it('are not drawn before unrelated ones by a long chain of causes without a time', async () => {
    const chain = ['u1', 'u2', 'u3', 'u4', 'late'];
    const { episode } = await store({
      decisions: [
        { id: 'early', chosen: 'a', at: '2026-01-01T09:10:00Z' },
        ...chain.map((id) => ({ id, chosen: id, ...(id === 'late' ? { at: '2026-01-01T09:40:00Z' } : {}) })),
      ],
      events: [],
      links: chain.slice(1).map((to, n) => ({ from: chain[n] ?? '', to, relation: 'causes' as const })),
    });
    const { decisions } = await test.call('episode.decisions', { id: episode.id });
    expect(decisions.map(({ id }) => id)).toEqual(['early', ...chain]);
  });

  it.each([[null], ['2026-01-01T09:02:00Z']])(
    'stay before later ones when an event led to them, be its time known or not (%s)',
    async (at) => {
      const { episode } = await store({
        decisions: [
          { id: 'first', chosen: 'a', at: '2026-01-01T09:10:00Z' },
          { id: 'second', chosen: 'b', at: '2026-01-01T09:40:00Z' },
        ],
        events: [{ type: 'error', content: 'x', at, leadsTo: ['first'] }],
      });
      const { decisions } = await test.call('episode.decisions', { id: episode.id });
      expect(decisions.map(({ id }) => id)).toEqual(['first', 'second']);
    },
  );
});
