import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, person, TestCore } from '../harness.ts';
import { graphsOf, ids } from './graph-files.ts';

// What a project comes to as a graph file: each number, order and word of it.

let test: TestCore;
const { write, imported, exported } = graphsOf(() => test);
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const projectId = 'demo';
const AT = '2026-03-01T12:00:00.000Z';
const DAY = 86_400_000;
const node = (id: string, label: string, more = {}) => ({ id, type: 'error', label, ...more });
const edge = (source: string, target: string, more = {}) => ({ source, target, type: 'causes', ...more });
const graph = (nodes: unknown[], edges: unknown[], patterns: unknown[] = []) => ({ nodes, edges, patterns });
const THINGS = [node('a', 'One thing'), node('b', 'Another thing'), node('c', 'A third thing')];
const PATTERN = { name: 'Idle', trigger: 'The checkout test is flaky', action: 'Wait for the network' };
const thing = (text: string, kind = 'error') => ({ kind, text });
const say = (from: string, to: string, more = {}) =>
  test.call('causal.assert', { projectId, from: thing(from), to: thing(to), relation: 'causes', note: 'n', ...more });

describe('the file of a project', () => {
  it('has its fields in the order of the newest generation, those it does not know last and by name', async () => {
    const rest = { zeta: 1, alpha: 2 };
    const common = {
      ...rest,
      created: AT,
      success_rate: 1,
      frequency: 1,
      episodes: ['e'],
      contributions: { b: 1, a: 0 },
    };
    const nodes = [node('a', 'One thing', common), node('b', 'Another thing')];
    const said = edge('a', 'b', {
      ...rest,
      basis: ['textual'],
      created: AT,
      contributions: { b: 1, '\u0000': 0, a: 0 },
    });
    const numbers = { evidence_count: 1, weight: 1, episodes: ['e'] };
    const pattern = { ...common, ...PATTERN, occurrences: 1, kind: 'task', description: 'Seen', last_used: AT };
    await imported(write('g.json', graph(nodes, [{ ...said, ...numbers }], [pattern])));
    const { file } = await exported();
    expect(Object.keys(file)).toEqual(['version', 'updated', 'nodes', 'edges', 'patterns']);
    const [written, found] = [file.edges[0] ?? {}, file.nodes.find(({ label }) => label === 'One thing') ?? {}];
    const edgeOrder = 'source target type weight evidence_count episodes contributions created basis alpha zeta';
    expect(Object.keys(written).join(' ')).toBe(edgeOrder);
    expect(Object.keys(written.contributions as object)).toEqual(['\u0000', 'a', 'b']);
    const nodeOrder = 'id type label episodes frequency success_rate created alpha contributions zeta';
    expect(Object.keys(found).join(' ')).toBe(nodeOrder);
    const patternOrder =
      'id name description trigger action kind success_rate occurrences episodes alpha contributions created frequency last_used zeta';
    expect(Object.keys(file.patterns[0] ?? {}).join(' ')).toBe(patternOrder);
  });

  it('has its nodes by id, its edges by their ends and relation, and its patterns by id', async () => {
    const texts = ['Ant', 'Bee', 'Cat', 'Dog', 'Elk', 'Fox'];
    await say('Ant', 'Bee', { relation: 'prevents' });
    for (const [n, text] of texts.entries()) await say(text, texts[(n + 1) % texts.length] ?? '');
    await say('Ant', 'Bee', { relation: 'correlates' });
    for (const n of ['one', 'two', 'three', 'four', 'five'])
      await test.call('pattern.assert', {
        projectId,
        pattern: { kind: 'task', trigger: `The ${n} flaky test`, action: `Wait ${n} more seconds` },
      });
    const { file } = await exported();
    const sorted = (list: Record<string, unknown>[], ...names: string[]) => {
      const places = list.map((item) => names.map((name) => item[name]).join(' '));
      expect(places).toEqual(places.toSorted());
      expect(new Set(places).size).toBe(list.length);
    };
    expect([file.nodes.length, file.edges.length, file.patterns.length]).toEqual([6, 8, 5]);
    sorted(file.nodes, 'id');
    sorted(file.edges, 'source', 'target', 'type');
    sorted(file.patterns, 'id');
  });

  it('has what was claimed of an edge: each voice, its strongest, its first time and on what it rests', async () => {
    const one = await say('Heat', 'Rain', { sessionId: 'one' }).then(({ claim }) => claim.id);
    test.now += DAY;
    const agent = agentIn(null);
    const other = await test.call(
      'causal.assert',
      { projectId, from: thing('Heat'), to: thing('Rain'), relation: 'causes', note: 'n', sessionId: 'two' },
      agent,
    );
    const disputed = { projectId, from: thing('Heat'), to: thing('Rain'), relation: 'causes' as const, note: 'n' };
    await test.call('causal.assert', { ...disputed, sessionId: 'three', stance: 'disputes' }, agent);
    const { file, nodes } = await exported();
    expect(nodes).toBe(2);
    expect(file.edges).toEqual([
      {
        source: ids.node('error', 'Heat'),
        target: ids.node('error', 'Rain'),
        type: 'causes',
        // (1 + 0.6) ÷ (1 + 0.6 + 0.6 + 1)
        weight: 0.5,
        evidence_count: 2,
        episodes: [],
        contributions: { [one]: 1, [other.claim.id]: 0.6 },
        created: AT,
        basis: ['asserted_by_human', 'asserted_by_agent'],
      },
    ]);
    // Nobody met these things in an episode.
    expect(file.nodes).toContainEqual({ id: ids.node('error', 'Heat'), type: 'error', label: 'Heat' });
  });

  it('has weights and rates to four decimals', async () => {
    for (const sessionId of ['one', 'two']) await say('Heat', 'Rain', { sessionId });
    const events = [{ id: 'e1', type: 'error', content: 'Heat' }];
    const outcomes = ['success', 'success', 'failure'] as const;
    for (const [n, outcome] of outcomes.entries())
      await test.call('episode.store', { projectId, sessionId: `s${n}`, task: 't', outcome, events });
    const { file } = await exported();
    expect(file.edges[0]?.weight).toBe(0.6667);
    expect(file.nodes.find(({ label }) => label === 'Heat')).toMatchObject({ frequency: 3, success_rate: 0.6667 });
  });

  it('has the episodes of a node by name and the first time it was met, and no rate without an outcome', async () => {
    for (const nativeId of ['episode-b', 'episode-a']) {
      const events = [{ id: 'e1', type: 'error', content: 'Heat' }];
      await test.call('episode.store', { projectId, sessionId: nativeId, nativeId, task: 't', events });
      test.now += DAY;
    }
    const { file } = await exported();
    expect(file.nodes).toEqual([
      {
        id: ids.node('error', 'Heat'),
        type: 'error',
        label: 'Heat',
        episodes: ['episode-a', 'episode-b'],
        frequency: 2,
        created: AT,
      },
    ]);
  });

  it('has of a pattern its cases, with what each contributed, and of one that is only said no numbers', async () => {
    const lesson = { taskDescription: 'Make the search page faster', outcome: 'success' as const };
    const index = 'Add an index to the table';
    const helped = await test.store({ ...lesson, sessionId: 'one', whatWorked: [index] });
    test.now += DAY;
    const failed = await test.store({ ...lesson, sessionId: 'two', outcome: 'failure', whatDidNotWork: [index] });
    const pattern = { kind: 'task' as const, trigger: 'The checkout test is flaky', action: 'Wait for the network' };
    await test.call('pattern.assert', { projectId, pattern });
    const { file, patterns } = await exported();
    expect(patterns).toBe(2);
    const named = (trigger: string, action: string) => {
      const name = `${trigger} → ${action}`;
      return { id: ids.pattern(name), name, description: '', trigger, action, kind: 'task' };
    };
    const said = named(pattern.trigger, pattern.action);
    const counted = {
      ...named(lesson.taskDescription, index),
      success_rate: 0.5,
      occurrences: 2,
      episodes: [],
      contributions: { [helped.id]: 1, [failed.id]: 0 },
      created: AT,
      last_used: '2026-03-02T12:00:00.000Z',
    };
    const spoken = { ...said, episodes: [], contributions: {}, created: '2026-03-02T12:00:00.000Z' };
    expect(file.patterns.toSorted((a) => (a.trigger === pattern.trigger ? 1 : -1))).toEqual([counted, spoken]);
    expect(file).toHaveProperty('updated', '2026-03-02T12:00:00.000Z');
  });

  it('has the first time of what came later but happened before, and its episodes by name', async () => {
    const events = [
      { id: 'e1', type: 'error', content: 'Heat' },
      { id: 'e2', type: 'error', content: 'Rain', causedBy: ['e1'] },
    ];
    for (const [nativeId, occurredAt] of [
      ['episode-b', '2026-02-02T00:00:00.000Z'],
      ['episode-a', '2026-01-01T00:00:00.000Z'],
      ['episode-c', '2026-02-03T00:00:00.000Z'],
    ] as const)
      await test.call('episode.store', { projectId, sessionId: nativeId, nativeId, task: 't', occurredAt, events });
    const { file } = await exported();
    const told = { episodes: ['episode-a', 'episode-b', 'episode-c'], created: '2026-01-01T00:00:00.000Z' };
    expect(file.edges).toMatchObject([told]);
    expect(file.nodes).toMatchObject([told, told]);
  });

  it('has what it rests on the strongest first, whoever spoke first, and nothing of other projects', async () => {
    const ends = { from: thing('Heat'), to: thing('Rain'), relation: 'causes' as const, note: 'n' };
    await test.call('causal.assert', { ...ends, projectId, sessionId: 'one' }, agentIn(null));
    await test.call('causal.assert', { ...ends, projectId, sessionId: 'two' });
    const lesson = { taskDescription: 'Make the search page faster', whatWorked: ['Add an index to the table'] };
    for (const sessionId of ['s1', 's2']) await test.store({ ...lesson, projectId: 'other', sessionId });
    await test.call('causal.assert', { ...ends, projectId: 'other', sessionId: 'three' });
    const basis = ['asserted_by_human', 'asserted_by_agent'];
    expect(await exported()).toMatchObject({
      name: 'causal-graph.json',
      patterns: 0,
      file: { edges: [{ evidence_count: 2, basis }] },
    });
    expect(await exported('other')).toMatchObject({ patterns: 1, file: { edges: [{ evidence_count: 1 }] } });
  });

  it('has things of each kind that the format knows, and counts a secret once that stands in many places', async () => {
    const kinds = ['artifact', 'commit', 'decision', 'error', 'milestone', 'outcome', 'test'];
    for (const kind of kinds)
      await say('Ask ann@example.org', `What ${kind} is`, { to: thing(`What ${kind} is`, kind) });
    const { file, notCarried, redacted } = await exported();
    expect([file.edges.length, notCarried]).toEqual([7, []]);
    const [said, meant] = [new Set(file.nodes.map(({ type }) => type)), new Set(kinds)];
    expect(said).toEqual(meant);
    expect(redacted).toBe(1);
  });

  it('has a pattern that cases bear out as they do, also when a file says it, and without the disputed', async () => {
    await imported(write('g.json', graph([], [], [{ ...PATTERN, occurrences: 9, success_rate: 1 }])));
    for (const [nativeId, outcome] of [
      ['episode-b', 'failure'],
      ['episode-a', 'success'],
      ['episode-c', 'unknown'],
    ] as const) {
      const decisions = [{ context: PATTERN.trigger, chosen: PATTERN.action, outcome }];
      await test.call('episode.store', { projectId, sessionId: nativeId, nativeId, task: 't', decisions });
    }
    const { file } = await exported();
    expect(file.patterns).toMatchObject([
      {
        trigger: PATTERN.trigger,
        occurrences: 3,
        success_rate: 0.5,
        episodes: ['episode-a', 'episode-b', 'episode-c'],
        contributions: { 'episode-a': 1, 'episode-b': 0 },
      },
    ]);
    expect(file.patterns[0]?.contributions).not.toHaveProperty('episode-c');
    const other = { taskDescription: 'Make the search page faster', whatWorked: ['Add an index to the table'] };
    for (const sessionId of ['s1', 's2']) await test.store({ ...other, projectId, sessionId });
    const pattern = { kind: 'task' as const, trigger: other.taskDescription, action: 'Add an index to the table' };
    await test.call('pattern.assert', { projectId, pattern, stance: 'disputes', note: 'It was the disk' });
    const { notCarried, patterns } = await exported();
    expect([patterns, notCarried]).toEqual([1, ['1 edge or pattern that is disputed']]);
  });

  it('says in plain words how much it leaves out, of one and of many', async () => {
    for (const [n, kind] of ['tool_call', 'note'].entries()) {
      const events = [
        { id: 'e1', type: kind, content: `Ran it ${n}` },
        { id: 'e2', type: 'error', content: `Slow ${n}` },
        { id: 'e3', type: 'error', content: `Late ${n}` },
      ];
      const links = [
        { from: 'e1', to: 'e2', relation: 'causes' as const },
        { from: 'e2', to: 'e3', relation: 'precedes' as const },
      ];
      await test.call('episode.store', { projectId, sessionId: `s${n}`, task: 't', events, links });
      await say(`Heat ${n}`, 'Rain', { stance: 'disputes' });
      await say(`Heat ${n}`, 'Rain', { sessionId: 'other' });
      await say(`Heat ${n}`, 'Rain', { stance: 'disputes', sessionId: 'last' });
      await say(`Wind ${n}`, 'Rain', { stance: 'disputes' });
    }
    const { file, notCarried } = await exported();
    expect(file.edges).toEqual([]);
    expect(notCarried).toEqual([
      '2 edges that are only order in time',
      '2 edges or patterns that are disputed',
      '2 edges that the format has no word for',
      '2 things of kinds that the format does not know',
    ]);
  });

  it('has one pattern of each name, and says how many others had it', async () => {
    for (const [n, action] of ['Wait for the network', 'Ask the server again', 'Start another machine'].entries()) {
      await imported(write(`${n}.json`, graph([], [], [{ ...PATTERN, action }])), { projectId });
      const { file, notCarried } = await exported();
      expect(file.patterns).toHaveLength(1);
      const left = ['1 pattern whose name another has', '2 patterns whose name another has'];
      expect(notCarried).toEqual(n === 0 ? [] : [left[n - 1]]);
    }
  });

  it('is of the epoch when nothing in it has a time', async () => {
    await imported(write('g.json', graph(THINGS, [edge('a', 'b')])));
    expect((await exported()).file.updated).toBe('1970-01-01T00:00:00.000Z');
    await imported(write('h.json', graph(THINGS, [edge('b', 'c', { last_used: '2026-01-01T10:00:00+02:00' })])));
    expect((await exported()).file.updated).toBe('2026-01-01T08:00:00.000Z');
  });

  it('leaves out what files say that somebody disputes or took back, and what is only order in time there', async () => {
    const time = edge('b', 'c', { type: 'precedes' });
    await imported(write('g.json', graph(THINGS, [edge('a', 'b', { basis: 'textual' }), time], [PATTERN])));
    const odd = [node('a', 'Ran it', { type: 'tool_call' }), node('b', 'Slow')];
    await imported(write('h.json', graph(odd, [edge('a', 'b')])));
    expect(await exported()).toMatchObject({
      edges: 1,
      patterns: 1,
      notCarried: ['2 edges that the format has no word for'],
    });
    const [pattern] = (await test.call('pattern.list', {})).items;
    await test.call('pattern.assert', { projectId, pattern: pattern?.id ?? '', stance: 'disputes', note: 'No' });
    expect(await exported()).toMatchObject({
      edges: 1,
      patterns: 0,
      notCarried: ['1 edge or pattern that is disputed', '2 edges that the format has no word for'],
    });
    const [first] = test.rows<{ id: string }>('SELECT id FROM claim ORDER BY seq');
    await test.call('causal.retract', { id: first?.id ?? '' }, person);
    expect(await exported()).toMatchObject({ edges: 0, nodes: 0 });
  });

  it('counts what is disputed once, though a file says it as well', async () => {
    await imported(write('g.json', graph(THINGS, [edge('a', 'b', { basis: 'textual' })], [PATTERN])));
    const ends = ['One thing', 'Another thing'] as const;
    await say(...ends, { sessionId: 'one' });
    await say(...ends, { sessionId: 'two', stance: 'disputes' });
    const { kind, trigger, action } = { kind: 'task' as const, ...PATTERN };
    const pattern = { kind, trigger, action };
    await test.call('pattern.assert', { projectId, pattern, sessionId: 'one' });
    await test.call('pattern.assert', { projectId, pattern, sessionId: 'two', stance: 'disputes' });
    expect(await exported()).toMatchObject({
      edges: 0,
      patterns: 0,
      notCarried: ['2 edges or patterns that are disputed'],
    });
  });

  it('has of two files the later word on an edge, and of its ends what each of them said', async () => {
    const nodes = (more: object) => [node('a', 'One thing', more), node('b', 'Another thing')];
    await imported(write('1.json', graph(nodes({ frequency: 1, kept: 1 }), [edge('a', 'b', { weight: 0.9 })])));
    test.now += DAY;
    await imported(write('2.json', graph(nodes({ frequency: 2 }), [edge('a', 'b', { weight: 0.1 })])));
    const { file } = await exported();
    expect(file.edges).toMatchObject([{ weight: 0.1 }]);
    expect(file.nodes.find(({ label }) => label === 'One thing')).toMatchObject({ frequency: 2 });
    test.now += DAY;
    await imported(write('1.json', graph(nodes({ frequency: 3 }), [edge('a', 'b', { weight: 0.3 })])));
    expect((await exported()).file.edges).toMatchObject([{ weight: 0.3 }]);
  });
});
