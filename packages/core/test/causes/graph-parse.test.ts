import { describe, expect, it } from 'vitest';
import { storedKeys, writtenKeys } from '../../src/causes/graph-file/fields.ts';
import { graphIn, parseGraph } from '../../src/causes/graph-file/parse.ts';

// What is read of a causal graph file and what is refused, with the exact words that the person who imports it sees.

const node = (id: string, label: string, more = {}) => ({ id, type: 'error', label, ...more });
const THINGS = [node('a', 'One thing'), node('b', 'Another thing')];
const PATTERN = { name: 'Idle', trigger: 'The checkout test is flaky', action: 'Wait for the network' };

const read = (edge: object, nodes: unknown[] = THINGS) =>
  parseGraph({ nodes, edges: [{ source: 'a', target: 'b', type: 'causes', ...edge }] });
const readPattern = (change: object) => parseGraph({ patterns: [{ ...PATTERN, ...change }] });
const faultOf = ({ faults }: ReturnType<typeof parseGraph>) => faults.map(({ reason }) => reason).join();

describe('fields of an edge', () => {
  it.each([
    ['weight', [0, 0.5, 1], [-0.1, 1.1, '1', null], 'is no number from 0 to 1'],
    ['success_rate', [0, 1], [-1, 2], 'is no number from 0 to 1'],
    ['evidence_count', [1, 9], [0, -1, 1.5, 2 ** 53, '1'], 'is no whole number from 1 on'],
    ['occurrences', [1], [0], 'is no whole number from 1 on'],
    ['frequency', [0, 1], [-1, 0.5], 'is no whole number from 0 on'],
    ['description', ['', 'Seen'], [7, null], 'is no text'],
    ['created', ['2026-01-01T10:00:00Z', '2026-01-01 10:00:00+02:00'], ['2026-01-01', 7], 'is no date with a time'],
    ['last_used', ['2026-01-01T10:00Z'], ['T99:99', 'at 10:00'], 'is no date with a time'],
    ['created', [], ['2026-01-01T10:00:00'], 'has no zone, so nobody knows when it was'],
    ['episodes', [[], ['e1']], [['e1', 7], 'e1'], 'is no list of texts'],
    ['contributions', [{}, { e1: 1 }], [[1], 'e1', null], 'is no object'],
    ['anything', [null, 0, '', [{ deep: null }]], [], ''],
    [
      'anything',
      [],
      ['a\u0000', ['a\u0000'], { 'a\u0000': 1 }, { fine: 1, bad: 'a\u0000' }],
      'holds the control character U+0000',
    ],
  ] as const)('%s is kept as %j, and left out as %j: %s', (name, kept, refused, why) => {
    for (const value of kept) {
      const { edges, faults } = read({ [name]: value });
      expect([edges[0]?.said[name], faults]).toEqual([value, []]);
    }
    for (const value of refused) {
      const { edges, faults } = read({ [name]: value });
      expect(edges[0]?.said).not.toHaveProperty(name);
      expect(faults).toHaveLength(1);
      expect(faults[0]).toEqual({ pointer: `/edges/0/${name}`, reason: expect.stringMatching(/; left out$/) });
      expect(faults[0]?.reason).toContain(why);
    }
  });

  it('never set what every object inherits', () => {
    const own = JSON.parse('{"__proto__": {"type": "enables"}, "deep": {"__proto__": 1}}') as object;
    const edge = Object.assign(Object.create(null), { source: 'a', target: 'b', type: 'causes' });
    for (const [name, value] of Object.entries(own)) Object.defineProperty(edge, name, { value, enumerable: true });
    const { edges, faults } = parseGraph({ nodes: THINGS, edges: [edge] });
    expect(Object.keys(edges[0]?.said ?? {})).toEqual(['source', 'target', 'type']);
    expect(faults).toEqual([
      { pointer: '/edges/0/__proto__', reason: 'is a name that nothing may have; left out' },
      { pointer: '/edges/0/deep', reason: 'has a field called __proto__; left out' },
    ]);
  });

  it('that cannot be called so are named and left out', () => {
    const { edges, faults } = read({ 'a\u0000': 1 });
    expect(Object.keys(edges[0]?.said ?? {})).toEqual(['source', 'target', 'type']);
    expect(faults).toHaveLength(1);
  });

  it('contributions are stored without NUL, and written with it, only where it begins their name', () => {
    const inFile = { e1: 1, '\u0000legacy:0': 0.5, 'e\u00002': 0 };
    const stored = storedKeys(inFile);
    expect(stored).toEqual({ e1: 1, '\u2400legacy:0': 0.5, 'e\u00002': 0 });
    expect(writtenKeys(stored)).toEqual(inFile);
  });
});

describe('a file', () => {
  it.each([
    ['{"nodes": [], "edges": []}', true],
    ['{"nodes": [], "patterns": []}', true],
    ['{"nodes": [{"edges": 1}]}', false],
    ['{"nodes": 1, "edges": []}', false],
    ['{"points": [], "edges": []}', false],
    ['{"nodes": []}', false],
    ['[{"nodes": [], "edges": []}]', false],
  ])('is a graph if it has nodes, and edges or patterns: %s', (text, isGraph) => {
    expect(graphIn(text)).toEqual(isGraph ? JSON.parse(text) : null);
  });

  it('without "nodes" and "edges" or "patterns" in it is not parsed at all', () => {
    expect(graphIn('{"nodes": [')).toBeNull();
    expect(graphIn('{"edges": [')).toBeNull();
    expect(() => graphIn('{"nodes": [], "edges": [')).toThrow('JSON');
  });

  it('may have null for a list, or none', () => {
    const nothing = { nodes: [], edges: [], patterns: [], alone: [], faults: [] };
    expect(parseGraph({ nodes: null, edges: null })).toEqual(nothing);
    expect(faultOf(parseGraph({ nodes: 'none', edges: [7] }))).toBe('is no list,is no object');
  });

  it('has nodes with their kind, text and episodes as they are, and says which are alone', () => {
    const nodes = [...THINGS, node('c', ' A  third ', { type: ' test ', episodes: ['e1', 7] })];
    const { nodes: found, alone, edges } = read({}, nodes);
    expect(found.map(({ kind, text, episodes }) => [kind, text, episodes])).toEqual([
      ['error', 'One thing', []],
      ['error', 'Another thing', []],
      ['test', 'A third', ['e1']],
    ]);
    expect(alone).toEqual([found[2]]);
    expect([edges[0]?.from, edges[0]?.to]).toEqual([found[0], found[1]]);
  });
});

describe('what cannot be read', () => {
  it.each([
    [{ id: '', label: 'C' }, 'has no id'],
    [{ id: 'c', label: 'C' }, 'has no type of 1 to 64 characters'],
    [{ id: 'c', label: 'C', type: 'x'.repeat(65) }, 'has no type of 1 to 64 characters'],
    [{ id: 'c', type: 'error', label: 7 }, 'has no label'],
    [node('c', 'x'.repeat(4097)), 'has a label of 4097 bytes; the limit is 4096'],
    [node('c', 'a\u0000b'), 'has a label that holds the control character U+0000'],
    [node('a', 'Something else'), 'has the id "a" of another node'],
    [node('a', 'One thing', { type: 'test' }), 'has the id "a" of another node'],
    [node('a', 'One  thing'), 'is there twice, as /nodes/0'],
  ])('is named: the node %j', (bad, why) => {
    const { faults } = parseGraph({ nodes: [...THINGS, bad] });
    expect(faults).toEqual([{ pointer: '/nodes/2', reason: expect.stringContaining(why) }]);
  });

  it('is named whole up to its limit, and an id up to 64 characters', () => {
    expect(parseGraph({ nodes: [node('c', ` ${'x'.repeat(4096)} `)] }).faults).toEqual([]);
    const { reason } = read({ target: 'i'.repeat(100) }).faults[0] ?? { reason: '' };
    expect(/"(i+)…?"/.exec(reason)?.[1]?.length).toBeLessThanOrEqual(64);
  });

  it('leaves its edges without an end: of two nodes with one id nobody knows which is meant', () => {
    const edge = (more: object) => ({ source: 'b', target: 'c', type: 'causes', ...more });
    const nodes = [...THINGS, node('c', 'This'), node('c', 'That')];
    const { edges, nodes: found } = parseGraph({ nodes, edges: [edge({}), edge({ source: 'c', target: 'b' })] });
    expect(edges).toEqual([]);
    expect(found.map(({ text }) => text)).toEqual(['One thing', 'Another thing']);
    expect(faultOf(parseGraph({ nodes, edges: [edge({})] }))).toContain(
      'names the target "c", which could not be read',
    );
  });

  it('is no end of an edge, and of three nodes with one id none is', () => {
    const bad = [node('c', 'C', { type: '' }), ...THINGS];
    expect(faultOf(read({ target: 'c' }, bad))).toContain('names the target "c", which could not be read');
    for (const nodes of [
      [node('c', 'This'), node('c', 'That'), node('c', 'This')],
      [node('c', 'This'), node('c', '')],
    ])
      expect(parseGraph({ nodes })).toMatchObject({ nodes: [], alone: [] });
  });

  it.each([
    [{ source: 7 }, 'has no source'],
    [{ target: undefined }, 'has no target'],
    [{ source: 'z' }, 'names the source "z", which is not there'],
    [{ target: 'z' }, 'names the target "z", which is not there'],
    [{ type: 7 }, 'has the type "", which means nothing here'],
    [{ target: 'a' }, 'leads from a thing to itself'],
  ])('is named: the edge with %j', (change, why) => {
    const { edges, faults } = read(change);
    expect(edges).toEqual([]);
    expect(faults).toEqual([{ pointer: '/edges/0', reason: why }]);
  });

  it.each(['causes', 'enables', 'prevents', 'correlates', 'precedes'])('is no relation of the format: %s', (type) => {
    expect(read({ type })).toMatchObject({ edges: [{ relation: type }], faults: [] });
  });
});

describe('fixtures of tests', () => {
  const edgeOf = (more: object) => read({}, [node('a', 'One thing', more), node('b', 'Another thing')]);
  it('are things of test episodes only, and things with the names that tests gave them', () => {
    for (const episode of ['filter-001', 'sequence-1', 'test-0001', 'fixture-12'])
      expect(faultOf(edgeOf({ episodes: [`episode-2026-01-02-${episode}`] })), episode).toBe('is a fixture of tests');
    for (const label of ['Status test node', 'Status test pattern', 'Good pattern', 'Bad pattern', 'Worse pattern'])
      expect(faultOf(edgeOf({ label })), label).toBe('is a fixture of tests');
    expect(faultOf(edgeOf({ label: 'Test fixture for the parser' }))).toBe('is a fixture of tests');
  });

  it('are not things that a session has as well, or that only sound like it', () => {
    const [test, session] = ['episode-2026-01-02-test-001', 'episode-2026-01-02-session-001'];
    const names = [session, `my-${test}`, `${test}-2`, 'episode-2026-01-02-test-x', 'episode-26-1-2-test-001'];
    expect(edgeOf({ episodes: [test, session] })).toMatchObject({ edges: [{}], faults: [] });
    for (const name of names) expect(edgeOf({ episodes: [name] }).faults, name).toEqual([]);
    expect(edgeOf({ label: 'A good pattern' }).faults).toEqual([]);
  });

  it.each(['Pattern from', 'Anti-pattern from', 'Anti-Pattern from'])('are patterns that say it: %s …', (from) => {
    const description = `${from} episode-2026-01-02-test-001`;
    expect(faultOf(readPattern({ description }))).toBe('is a fixture of tests');
    for (const other of [`A ${description}`, `${description} and more`, `${from} episode-2026-01-02-session-1`])
      expect(readPattern({ description: other }).patterns, other).toHaveLength(1);
    expect(faultOf(readPattern({ episodes: ['episode-2026-01-02-test-001'] }))).toBe('is a fixture of tests');
    const session = { description, episodes: ['episode-2026-01-02-session-1'] };
    expect(readPattern(session).patterns).toHaveLength(1);
  });
});

describe('a pattern', () => {
  it('is read with all that the file says of it', () => {
    const { patterns, faults } = readPattern({ occurrences: 2, more: [1], success_rate: 7 });
    expect(patterns).toEqual([
      {
        pointer: '/patterns/0',
        trigger: PATTERN.trigger,
        action: PATTERN.action,
        said: { ...PATTERN, occurrences: 2, more: [1] },
      },
    ]);
    expect(faults.map(({ pointer }) => pointer)).toEqual(['/patterns/0/success_rate']);
  });

  it.each([
    [{ name: 7 }, 'lacks a name, a trigger or an action'],
    [{ trigger: 7 }, 'lacks a name, a trigger or an action'],
    [{ action: undefined }, 'lacks a name, a trigger or an action'],
    [{ name: 'a\u0000' }, 'has a text that holds the control character U+0000'],
    [{ trigger: 'The checkout\u0000 test' }, 'has a text that holds the control character U+0000'],
    [{ action: 'Wait for\u0000 it' }, 'has a text that holds the control character U+0000'],
    [{ trigger: ' when API-design decision needed' }, 'is keyed by the type of a decision, which calls for nothing'],
    [{ trigger: 'Flaky' }, 'says too little: trigger and action need two words each'],
    [{ action: 'Wait' }, 'says too little: trigger and action need two words each'],
    [{ action: PATTERN.trigger }, 'has an action that repeats its trigger'],
    [{ trigger: 'Clean cache', action: 'Clean cache' }, 'has an action that repeats its trigger'],
  ])('that calls for nothing is named: %j', (change, why) => {
    expect(readPattern(change)).toMatchObject({
      patterns: [],
      faults: [{ pointer: '/patterns/0', reason: expect.stringContaining(why) }],
    });
  });

  it('that is too long for one is named with its limit, and not as one that says too little', () => {
    const long = (times: number) => ({ action: `Wait ${'for the network '.repeat(times)}` });
    expect(faultOf(readPattern(long(62)))).toBe('');
    for (const times of [63, 140])
      expect(faultOf(readPattern(long(times)))).toBe('has an action of more than 1,000 characters');
    expect(faultOf(readPattern({ action: 'word '.repeat(900) }))).toBe('has a text of 4500 bytes; the limit is 4096');
    const trigger = `The checkout test is ${'very '.repeat(400)}flaky`;
    expect(faultOf(readPattern({ trigger }))).toBe('has a trigger of more than 2,000 characters');
  });

  it('is not keyed by a type that stands in a longer trigger', () => {
    for (const trigger of ['Only when design decision needed', 'When design decision needed for a table'])
      expect(readPattern({ trigger }).patterns, trigger).toHaveLength(1);
  });

  it('has a name that no other has', () => {
    const { patterns, faults } = parseGraph({ patterns: [PATTERN, { ...PATTERN, action: 'Restart the network' }] });
    expect(patterns).toHaveLength(1);
    expect(faults).toEqual([{ pointer: '/patterns/1', reason: 'has the name of /patterns/0' }]);
  });
});
