import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, person, TestCore } from '../harness.ts';
import { CACHE, GENERATIONS, graphsOf, STALE } from './graph-files.ts';

let test: TestCore;
const { write, imported } = graphsOf(() => test);
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const node = (id: string, label: string, more = {}) => ({ id, type: 'error', label, episodes: [], ...more });
const edge = (source: string, target: string, more = {}) => ({ source, target, type: 'causes', ...more });
const graph = (nodes: unknown[], edges: unknown[], patterns: unknown[] = []) => ({
  version: '1.0',
  updated: '2026-01-01T00:00:00Z',
  nodes,
  edges,
  patterns,
});
const everything = { relations: ['causes', 'enables', 'prevents', 'correlates', 'precedes'] as const, limit: 500 };
const drawn = () => test.call('causal.graph', { ...everything, relations: [...everything.relations] });
const operations = async () => (await test.call('operation.list', { limit: 500 })).items.length;

describe('a causal graph file', () => {
  it('comes in whatever its generation: its edges as order in time, with their file (S1-33, X12, B1-03, E-04)', async () => {
    verifies('S1-33', 'B1-03', 'X12', 'E-04');
    const counts = [];
    for (const [name, value] of Object.entries(GENERATIONS)) {
      const { graphs, result } = await imported(write(name, value));
      expect(result).toMatchObject({ files: 1, made: 0, bad: 0 });
      counts.push([graphs?.made, graphs?.faults]);
    }
    // One edge in each file; patterns with content in three of them.
    expect(counts).toEqual([
      [2, 1],
      [2, 1],
      [1, 1],
      [2, 0],
    ]);
    const { edges } = await drawn();
    expect(edges.map(({ relation, bases }) => [relation, bases])).toEqual(edges.map(() => ['precedes', ['temporal']]));
    expect(edges).toHaveLength(3);
    // For the same edge, the files of January and June count as one voice, that of the later file (R12).
    expect(edges.every(({ supports }) => supports === 1)).toBe(true);
    const sources = test.rows('SELECT system, path, sha256, rule_version FROM source ORDER BY seq');
    expect(sources).toHaveLength(4);
    expect(sources[0]).toMatchObject({ system: 'causal-graph', path: join(test.folder, 'january.json') });
    const claims = test.rows<{ source_pointer: string }>('SELECT source_pointer FROM claim ORDER BY seq');
    expect(claims.map(({ source_pointer }) => source_pointer)).toEqual([
      '/edges/0',
      '/patterns/1',
      '/edges/0',
      '/patterns/0',
      '/edges/0',
      '/edges/0',
      '/patterns/0',
    ]);
  });

  it('makes no cause of order in time: nothing leads to anything by it (X12, B1-14)', async () => {
    verifies('X12', 'B1-14');
    await imported(write('june.json', GENERATIONS['june.json']));
    expect((await test.call('causal.path', { from: CACHE, to: STALE })).paths).toEqual([]);
    expect((await test.call('causal.why', { of: STALE })).chains).toEqual([]);
    expect((await test.call('causal.graph', {})).edges).toEqual([]);
    const [found] = (await drawn()).edges;
    const { evidence } = await test.call('causal.edge', { id: found?.id ?? '' });
    expect(evidence).toMatchObject([
      {
        basis: 'temporal',
        author: { kind: 'importer', name: 'causal-graph' },
        note: expect.stringContaining('order of events'),
      },
    ]);
  });

  it('is known as what it says it is; that a person said so it cannot say', async () => {
    const nodes = [node('a', 'One thing'), node('b', 'Another thing'), node('c', 'A third thing')];
    const said = [edge('a', 'b', { basis: ['textual'] }), edge('b', 'c', { basis: ['asserted_by_human'] })];
    await imported(write('said.json', graph(nodes, said)));
    const { edges } = await test.call('causal.graph', {});
    expect(edges.map(({ bases }) => bases[0]).sort()).toEqual(['asserted_by_agent', 'textual']);
  });

  it('read again changes nothing and leaves no trace; nor do its parts in another file (R15, E-04)', async () => {
    verifies('E-04', 'R15');
    for (const [name, value] of Object.entries(GENERATIONS)) await imported(write(name, value));
    const [before, count] = [dump(test), await operations()];
    for (const name of Object.keys(GENERATIONS)) {
      const { graphs } = await imported(join(test.folder, name));
      expect(graphs).toMatchObject({ made: 0, changed: 0 });
    }
    expect((await imported(write('copy.json', GENERATIONS['july.json']))).graphs).toMatchObject({
      made: 0,
      unchanged: 1,
    });
    expect(dump(test)).toBe(before);
    expect(await operations()).toBe(count);
  });

  it('that changed brings its claims up to date; what a person took back stays so (R11)', async () => {
    verifies('R11');
    const nodes = [node('a', 'One thing'), node('b', 'Another thing'), node('c', 'A third thing')];
    const path = write('graph.json', graph(nodes, [edge('a', 'b', { weight: 0.5 }), edge('b', 'c')]));
    await imported(path);
    const [, second] = test.rows<{ id: string }>('SELECT id FROM claim ORDER BY seq');
    await test.call('causal.retract', { id: second?.id ?? '' }, person);
    write(
      'graph.json',
      graph(nodes, [edge('a', 'b', { weight: 0.7 }), edge('b', 'c', { weight: 0.9 }), edge('a', 'c')]),
    );
    expect((await imported(path)).graphs).toMatchObject({ made: 1, changed: 1, unchanged: 1 });
    expect(test.rows('SELECT id FROM claim')).toHaveLength(3);
    expect((await drawn()).edges).toHaveLength(2);
    expect(test.rows('SELECT id FROM source')).toHaveLength(2);
  });

  it('goes as it came: one undo takes all of it back', async () => {
    await test.call('project.list', {});
    const before = dump(test);
    for (const [name, value] of Object.entries(GENERATIONS))
      writeFileSync(join(test.folder, name), JSON.stringify(value));
    const { jobId, graphs } = await imported(test.folder);
    expect(graphs).toMatchObject({ files: 4, made: 7 });
    await test.call('operation.undo', { jobId });
    expect(dump(test)).toBe(before);
  });

  it('stands among episode files and logs in a folder, and is known by what is in it', async () => {
    const episode = { id: 'episode-2026-01-05-session-318', session: '318', task: 'Faster', events: [] };
    write('episode.json', episode);
    write('any-name.json', GENERATIONS['june.json']);
    write('other.json', { nodes: 'none', edges: 1 });
    const { result, graphs } = await imported(test.folder);
    expect(result).toMatchObject({ files: 3, made: 1, bad: 1 });
    expect(graphs).toMatchObject({ files: 1, made: 2 });
    const { job } = await test.call('episode.extract', { path: join(test.folder, 'any-name.json'), projectId: 'logs' });
    expect((await test.ended(job.id)).result).toMatchObject({ graphs: { made: 2 }, bad: 0 });
  });

  it('of many parts comes in by steps, and a restart in the middle loses and doubles nothing', async () => {
    const nodes = Array.from({ length: 1500 }, (_, n) => node(`n${n}`, `Thing number ${n} of many`));
    const edges = nodes.slice(1).map(({ id }, n) => edge(`n${n}`, id));
    const { job } = await test.call('import.episodes', {
      path: write('large.json', graph(nodes, edges)),
      projectId: 'demo',
    });
    while (test.rows('SELECT id FROM claim').length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(test.rows('SELECT id FROM claim').length).toBeLessThan(1499);
    await test.restart();
    const ended = await test.ended(job.id);
    expect(ended.result).toMatchObject({ files: 1, graphs: { made: 1499, unchanged: 0, files: 1 } });
    expect(test.rows('SELECT id FROM claim')).toHaveLength(1499);
    expect(test.rows('SELECT id FROM source')).toHaveLength(1);
    await test.call('operation.undo', { jobId: job.id });
    expect(test.rows('SELECT id FROM claim')).toHaveLength(0);
  });
});

describe('things of a causal graph file', () => {
  it('without an edge are known from their episodes, or counted and named', async () => {
    const episode = 'episode-2026-01-05-session-318';
    await test.call('episode.store', { projectId: 'demo', sessionId: '318', nativeId: episode, task: 'Faster' });
    const nodes = [
      node('a', 'Known from its episode', { episodes: [episode] }),
      node('b', 'Of an episode that is elsewhere', { episodes: ['episode-elsewhere'] }),
      node('c', 'Of no episode'),
    ];
    const { graphs } = await imported(write('alone.json', graph(nodes, [])));
    expect(graphs).toMatchObject({ made: 0, nodes: 3, derived: 1, nodesLeft: 2, faults: 0 });
    expect(graphs?.named).toEqual([
      {
        at: 'alone.json#/nodes/1',
        reason: expect.stringMatching(/^not kept.*"Of an episode that is elsewhere", "Of no episode"$/),
      },
    ]);
  });

  it('are known from episodes that the same folder brings, whatever the names of the files', async () => {
    const id = 'episode-2026-01-05-session-318';
    write('a-graph.json', graph([node('a', 'Known from its episode', { episodes: [id] })], []));
    write('b-graph.json', graph([node('b', 'Known as well', { episodes: [id] }), node('c', 'Of no episode')], []));
    write('episode.json', { id, session: '318', task: 'Faster', events: [] });
    const { result, graphs } = await imported(test.folder);
    expect(result).toMatchObject({ files: 3, made: 1, bad: 0 });
    expect(graphs).toMatchObject({ files: 2, nodes: 3, derived: 2, nodesLeft: 1 });
    // A file that is imported before its episodes says what to do about it.
    const [alone] =
      (await imported(write('x.json', graph([node('d', 'Elsewhere', { episodes: ['no'] })], [])))).graphs?.named ?? [];
    expect(alone?.reason).toContain('read it again once they are');
  });

  it('that are read last are not lost when the job is interrupted between them', async () => {
    for (const name of ['a', 'b', 'c'])
      write(`${name}-graph.json`, graph([node('x', `From ${name}`), node('y', `To ${name}`)], [edge('x', 'y')]));
    write('episode.json', { id: 'episode-2026-01-05-session-318', session: '318', task: 'Faster', events: [] });
    const { job } = await test.call('import.episodes', { path: test.folder, projectId: 'demo' });
    while (test.rows('SELECT id FROM claim').length === 0) await new Promise((resolve) => setImmediate(resolve));
    await test.restart();
    const { result } = await test.ended(job.id);
    expect(result).toMatchObject({ files: 4, made: 1, graphs: { files: 3, made: 3 } });
    expect(test.rows('SELECT id FROM claim')).toHaveLength(3);
  });

  it('keep labels of 2,018 characters, and texts without secrets only', async () => {
    const long = `Found: ${'word '.repeat(403)}`.slice(0, 2018).trim();
    const nodes = [node('a', long), node('b', 'Ask ann@example.org in /home/ann/shop')];
    const { result, graphs } = await imported(write('long.json', graph(nodes, [edge('a', 'b')])));
    expect(graphs).toMatchObject({ made: 1, faults: 0 });
    expect(result.redacted).toBe(2);
    const [claim] = test.rows<{ from_text: string; to_text: string }>('SELECT from_text, to_text FROM claim');
    expect(claim?.from_text).toBe(long);
    expect(claim?.to_text).not.toMatch(/example\.org|\/home\/ann/);
  });
});

describe('patterns of a causal graph file', () => {
  const PATTERN = {
    name: 'Idle before asserting',
    trigger: 'The checkout test is flaky on slow machines',
    action: 'Wait for the network to be idle',
    description: 'Seen twice',
    success_rate: 1,
    occurrences: 9,
  };
  const list = async () => (await test.call('pattern.list', {})).items;

  it('are suggestions with the word of the file, and its numbers are no cases (S1-45, ADR 22)', async () => {
    verifies('S1-45');
    await imported(write('graph.json', graph([], [], [PATTERN])));
    expect(await list()).toMatchObject([
      {
        trigger: PATTERN.trigger,
        action: PATTERN.action,
        state: 'suggested',
        standing: 'open',
        occurrences: 0,
        success: { n: 0 },
        note: 'Said by a causal graph file: Seen twice',
      },
    ]);
    const { text } = await test.call('pattern.match', { text: PATTERN.trigger });
    expect(text).toContain('suggestion');
  });

  it('assert nothing beside cases, and do not change by what name a pattern goes', async () => {
    for (const sessionId of ['one', 'two']) {
      await test.store({ sessionId, taskDescription: PATTERN.trigger, whatWorked: [PATTERN.action] });
    }
    const [before] = await list();
    const reworded = { ...PATTERN, trigger: PATTERN.trigger.replace('checkout', 'nightly checkout') };
    const { graphs } = await imported(write('graph.json', graph([], [], [reworded])));
    expect(graphs).toMatchObject({ made: 1, faults: 0 });
    const after = await list();
    expect(after).toMatchObject([{ id: before?.id, trigger: PATTERN.trigger, state: 'suggested', occurrences: 2 }]);
  });

  it('can be asserted and disputed by agents and people, like any other', async () => {
    await imported(write('graph.json', graph([], [], [PATTERN])));
    const [found] = await list();
    const word = { pattern: found?.id ?? '', note: 'It helped', projectId: 'demo' };
    expect((await test.call('pattern.assert', word)).pattern).toMatchObject({ state: 'asserted', note: 'It helped' });
    const against = { ...word, stance: 'disputes' as const, note: 'It did not', sessionId: 'later' };
    expect((await test.call('pattern.assert', against)).pattern).toMatchObject({ state: 'disputed' });
  });

  it.each([
    [{ name: 'Good pattern' }, /fixture/],
    [{ description: 'Pattern from episode-2026-01-01-sequence-001' }, /fixture/],
    [{ trigger: 'When design decision needed' }, /type of a decision/],
    [{ action: PATTERN.trigger }, /repeats its trigger/],
    [{ action: 'Second' }, /says too little/],
    [{ action: 7 }, /lacks/],
    [{ trigger: `${'word '.repeat(900)}` }, /limit is 4096/],
  ])('that say nothing are left out with the reason (R16, B1-16): %j', async (change, why) => {
    verifies('R16', 'B1-16');
    const { graphs } = await imported(write('graph.json', graph([], [], [{ ...PATTERN, ...change }, PATTERN])));
    expect(graphs).toMatchObject({ made: 1, faults: 1 });
    expect(graphs?.named).toEqual([{ at: 'graph.json#/patterns/0', reason: expect.stringMatching(why) }]);
  });
});

describe('bad parts of a causal graph file', () => {
  const good = [node('a', 'One thing'), node('b', 'Another thing')];
  const GOOD = edge('a', 'b');
  /** What is added to a valid file, then where and why the problem is reported. The valid edge is imported. */
  const BAD: [what: string, nodes: unknown[], edges: unknown[], at: string, why: RegExp][] = [
    ['a dangling end', [], [edge('a', 'zzz')], '/edges/1', /"zzz", which is not there/],
    ['an end that is no text', [], [edge('a', 7 as never)], '/edges/1', /has no target/],
    ['an id that two have', [node('c', 'C one'), node('c', 'C two')], [edge('a', 'c')], '/nodes/3', /of another node/],
    ['a node that is there twice', [node('a', 'One  thing')], [], '/nodes/2', /is there twice, as \/nodes\/0/],
    ['a relation nobody knows', [], [edge('b', 'a', { type: 'haunts' })], '/edges/1', /"haunts", which means nothing/],
    ['no relation', [], [{ source: 'b', target: 'a' }], '/edges/1', /means nothing/],
    ['an edge to itself', [], [edge('a', 'a')], '/edges/1', /itself/],
    ['an edge that is there twice', [], [edge('a', 'b', { weight: 1 })], '/edges/1', /says what \/edges\/0 says/],
    ['a label over the limit', [node('c', 'x'.repeat(4097))], [edge('a', 'c')], '/nodes/2', /4097 bytes/],
    ['a label of nothing', [node('c', '  ')], [], '/nodes/2', /no label/],
    ['a label with a control character', [node('c', 'a\u0000b')], [], '/nodes/2', /U\+0000/],
    ['no type', [{ id: 'c', label: 'C' }], [], '/nodes/2', /no type/],
    ['no id', [{ type: 'error', label: 'C' }], [], '/nodes/2', /no id/],
    ['a node that is none', [7], [], '/nodes/2', /no object/],
    ['an edge that is none', [], [null], '/edges/1', /no object/],
    ['a fixture of tests', [node('c', 'Status test node')], [edge('a', 'c')], '/edges/1', /fixture/],
  ];
  it.each(BAD)('are named with their place, and the good ones come in: %s', async (_what, nodes, edges, at, why) => {
    const { result, graphs } = await imported(write('bad.json', graph([...good, ...nodes], [GOOD, ...edges])));
    expect(result.bad).toBe(0);
    expect(graphs?.made).toBe(1);
    const named = graphs?.named.find((one) => one.at === `bad.json#${at}`);
    expect(named?.reason).toMatch(why);
  });

  it.each([
    ['created', '2026-01-01T10:00:00', /has no zone/],
    ['created', 'yesterday', /no date with a time/],
    ['weight', 7, /from 0 to 1/],
    ['evidence_count', 0, /from 1 on/],
    ['episodes', 'one', /list of texts/],
    ['contributions', [1], /no object/],
    ['more', { deep: ['a\u0007'] }, /U\+0007/],
  ])('are left out of an edge that comes in without them: %s = %j', async (field, value, why) => {
    const { graphs } = await imported(write('field.json', graph(good, [edge('a', 'b', { [field]: value })])));
    expect(graphs).toMatchObject({ made: 1, faults: 1 });
    expect(graphs?.named).toEqual([{ at: `field.json#/edges/0/${field}`, reason: expect.stringMatching(why) }]);
    const { file } = await test.call('causal.export', { projectId: 'demo' });
    expect((file.edges as unknown[])[0]).not.toHaveProperty(field);
  });

  it('have circles, which are no fault between sessions', async () => {
    const { graphs } = await imported(write('circle.json', graph(good, [GOOD, edge('b', 'a')])));
    expect(graphs).toMatchObject({ made: 2, faults: 0 });
  });

  it.each([
    ['{"nodes": [], "edges": [', /not JSON/],
    [`{"nodes":${'['.repeat(5000)}${']'.repeat(5000)},"edges":[]}`, /deep/],
  ])('are all of it where the JSON is corrupt: %s', async (text, why) => {
    const { result, graphs } = await imported(write('causal-graph.json', text));
    expect(graphs).toBeUndefined();
    expect(result).toMatchObject({
      files: 1,
      bad: 1,
      badFiles: [{ file: 'causal-graph.json', reason: expect.stringMatching(why) }],
    });
  });

  it('of any shape are read or named, never more', async () => {
    const { graphs } = await imported(write('odd.json', { nodes: [], edges: 'none', patterns: { a: 1 } }));
    expect(graphs?.named.map(({ at }) => at)).toEqual(['odd.json#/edges', 'odd.json#/patterns']);
  });
});
