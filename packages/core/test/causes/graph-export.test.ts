import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor } from '@twicewise/redaction';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseGraph } from '../../src/causes/graph-file/parse.ts';
import { agentIn, dump, person, TestCore } from '../harness.ts';
import { CHARGED, cached, STALE as STALE_PRICES } from './cached-answers.ts';
import { edgesByContent, GENERATIONS, type GraphJson, graphsOf, ids } from './graph-files.ts';

const REAL = join(import.meta.dirname, '../../../../../shared/data/ai-agents');
const SCHEMA = join(REAL, 'schemas/causal-graph.schema.json');

let test: TestCore;
const { write, imported, exported } = graphsOf(() => test);
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const id = z.string().regex(/^[0-9a-f]{12}$/);
const share = z.number().min(0).max(1).optional();
const shared = {
  created: z.iso.datetime({ offset: true }).optional(),
  episodes: z.array(z.string()).optional(),
  contributions: z.record(z.string(), z.unknown()).optional(),
};
/** The requirements of the published schema, written again here, because the project does not include a copy of it. */
const published = z.object({
  version: z.string().regex(/^\d+\.\d+$/),
  updated: z.iso.datetime({ offset: true }),
  nodes: z.array(
    z.object({
      id,
      type: z.enum(['artifact', 'commit', 'decision', 'error', 'milestone', 'outcome', 'test']),
      label: z.string(),
      frequency: z.int().min(0).optional(),
      success_rate: share,
      ...shared,
    }),
  ),
  edges: z.array(
    z.object({
      source: id,
      target: id,
      type: z.enum(['causes', 'enables', 'prevents', 'correlates']),
      weight: share,
      evidence_count: z.int().min(1).optional(),
      ...shared,
    }),
  ),
  patterns: z.array(
    z.object({
      id,
      name: z.string(),
      description: z.string().optional(),
      trigger: z.string(),
      action: z.string(),
      success_rate: share,
      occurrences: z.int().min(1).optional(),
      last_used: z.iso.datetime({ offset: true }).optional(),
      ...shared,
    }),
  ),
});

/** Checks that a file is valid and complete: ids are derived from what they stand for, and every edge has both ends. */
function expectValid(file: GraphJson): void {
  expect(published.safeParse(file).error?.issues ?? []).toEqual([]);
  for (const { id: given, type, label } of file.nodes) expect(given).toBe(ids.node(String(type), String(label)));
  for (const { id: given, name } of file.patterns) expect(given).toBe(ids.pattern(String(name)));
  const known = new Set(file.nodes.map((node) => node.id));
  expect(known.size).toBe(file.nodes.length);
  for (const { source, target } of file.edges) expect([known.has(source), known.has(target)]).toEqual([true, true]);
}

const bytes = (file: GraphJson) => JSON.stringify(file, null, 2);
const agent = agentIn('/work/shop');

describe('the graph of a project as a file', () => {
  it('has what episodes say, with ids of their content and who contributed what (R12, R13)', async () => {
    verifies('R13', 'R12');
    await test.call('episode.store', { ...cached, projectId: 'demo', nativeId: 'episode-monday' });
    const { file, nodes, edges } = await exported();
    expectValid(file);
    expect([nodes, edges]).toEqual([4, 3]);
    const [stale, charged] = [ids.node('error', STALE_PRICES), ids.node('error', CHARGED)];
    expect(file.edges.find(({ target }) => target === charged)).toEqual({
      source: stale,
      target: charged,
      type: 'causes',
      weight: 0.5,
      evidence_count: 1,
      episodes: ['episode-monday'],
      contributions: { 'episode-monday': 1 },
      created: '2026-03-01T12:00:00.000Z',
      basis: ['asserted_by_human'],
    });
    expect(file.nodes.find((node) => node.id === stale)).toEqual({
      id: stale,
      type: 'error',
      label: STALE_PRICES,
      episodes: ['episode-monday'],
      frequency: 1,
      success_rate: 0,
      created: '2026-03-01T12:00:00.000Z',
    });
  });

  it('says no time but those of the memory: the same bytes a year later (S1-34, R7)', async () => {
    verifies('S1-34', 'R7');
    await test.call('episode.store', { ...cached, projectId: 'demo' });
    const { file } = await exported();
    test.now += 365 * 86_400_000;
    expect(bytes((await exported()).file)).toBe(bytes(file));
    await test.restart();
    expect(bytes((await exported()).file)).toBe(bytes(file));
    expect(file.updated).toBe('2026-03-01T12:00:00.000Z');
    expect((await exported((await test.call('project.list', {})).items[0]?.id)).file).toEqual(file);
  });

  it('takes episodes that are called like something that every object has', async () => {
    for (const nativeId of ['constructor', '__proto__']) {
      await test.call('episode.store', { ...cached, sessionId: nativeId, projectId: 'demo', nativeId });
    }
    const { file } = await exported();
    expectValid(file);
    const [edge] = file.edges;
    expect(Object.entries(edge?.contributions as object)).toEqual([
      ['__proto__', 1],
      ['constructor', 1],
    ]);
  });

  it('leaves out what would be a lie there, and says so: order in time, disputes, kinds without a word (X12)', async () => {
    verifies('X12');
    await test.call('episode.store', {
      projectId: 'demo',
      sessionId: 'one',
      task: 'Faster',
      events: [
        { id: 'e1', type: 'tool_call', content: 'Ran the profiler' },
        { id: 'e2', type: 'test', content: 'Ran all tests' },
        { id: 'e3', type: 'error', content: 'They were slow' },
      ],
      links: [
        { from: 'e1', to: 'e2', relation: 'causes' },
        { from: 'e2', to: 'e3', relation: 'precedes' },
      ],
    });
    const ends = {
      from: { kind: 'error', text: 'Heat' },
      to: { kind: 'error', text: 'Rain' },
      relation: 'causes' as const,
    };
    await test.call('causal.assert', { ...ends, projectId: 'demo', note: 'No', stance: 'disputes' });
    await test.call('causal.assert', { ...ends, projectId: 'demo', note: 'Yes' }, agentIn(null));
    const { file, notCarried } = await exported();
    expectValid(file);
    expect(file.edges).toEqual([]);
    expect(notCarried).toEqual([
      '1 edge that is only order in time',
      '1 edge or pattern that is disputed',
      '1 edge that the format has no word for',
      '1 thing of a kind that the format does not know',
    ]);
  });

  it('holds no secret, home folder or address, wherever it stands', async () => {
    const events = [{ type: 'error', content: 'Ask ann@example.org in /home/ann/shop' }];
    const decisions = [{ chosen: 'Wrote to bob@example.org', effects: ['e001'] }];
    await test.call('episode.store', {
      projectId: 'demo',
      sessionId: 'one',
      task: 'x',
      decisions,
      events,
      nativeId: 'of carl@example.org',
    });
    const { file, redacted } = await exported();
    expectValid(file);
    expect(redacted).toBeGreaterThan(2);
    expect(bytes(file)).not.toMatch(/example\.org|\/home\/ann/);
    // Its contents are recognised nevertheless.
    expect((await imported(write('own.json', file))).graphs).toMatchObject({ made: 0, unchanged: 1 });
  });

  it('has patterns with their cases, and those that are disputed not', async () => {
    const lesson = { taskDescription: 'Make the search page faster', whatWorked: ['Add an index to the table'] };
    for (const sessionId of ['one', 'two']) await test.store({ ...lesson, sessionId });
    const { file } = await exported();
    expectValid(file);
    expect(file.patterns).toMatchObject([
      {
        trigger: lesson.taskDescription,
        action: 'Add an index to the table',
        kind: 'task',
        success_rate: 1,
        occurrences: 2,
      },
    ]);
    expect((await imported(write('own.json', file))).graphs).toMatchObject({ made: 0, unchanged: 1 });
    const [found] = (await test.call('pattern.list', {})).items;
    await test.call('pattern.assert', { pattern: found?.id ?? '', stance: 'disputes', note: 'It was the disk' });
    expect((await exported()).file.patterns).toEqual([]);
  });

  it('is that of one project: an agent means its own, a person names it', async () => {
    await test.call('episode.store', cached, agent);
    expect((await test.call('causal.export', {}, agent)).edges).toBe(3);
    expect(await test.fail('causal.export', {}, person)).toMatchObject({
      code: 'invalid_input',
      message: /one project/,
    });
    expect(await test.fail('causal.export', { projectId: 'nowhere' })).toMatchObject({ code: 'not_found' });
  });
});

describe('a file that was imported', () => {
  it.each(Object.entries(GENERATIONS))(
    'is written again equal, its ends by what they say: %s (E-05)',
    async (name, given) => {
      verifies('E-05');
      await imported(write(name, given));
      const { file, notCarried } = await exported();
      expectValid(file);
      expect(notCarried).toEqual([]);
      expect(file.edges).toEqual(edgesByContent(given as unknown as GraphJson));
      const good = (given as unknown as GraphJson).patterns.filter((pattern) =>
        String(pattern.name).startsWith('Pre-commit'),
      );
      expect(file.patterns).toEqual(good.map((pattern) => ({ ...pattern, id: ids.pattern(String(pattern.name)) })));
    },
  );

  it('is written with what was said here in its place: its word goes when somebody disputes it', async () => {
    await imported(write('june.json', GENERATIONS['june.json']));
    const [node, other] = GENERATIONS['june.json'].nodes;
    const ends = { from: { kind: node.type, text: node.label }, to: { kind: other.type, text: other.label } };
    const word = { ...ends, projectId: 'demo', relation: 'causes' as const, note: 'The log shows it' };
    const { claim } = await test.call('causal.assert', word);
    expect((await exported()).file.edges).toMatchObject([{ weight: 0.5, basis: ['asserted_by_human'] }]);
    await test.call('causal.retract', { id: claim.id });
    expect((await exported()).file.edges).toEqual(GENERATIONS['june.json'].edges);
    await test.call('causal.assert', { ...word, stance: 'disputes' });
    expect(await exported()).toMatchObject({ edges: 0, notCarried: ['1 edge or pattern that is disputed'] });
  });

  it('adds nothing where it came from, and is equal bytes from the second memory on (property)', async () => {
    const kind = fc.constantFrom('decision', 'error', 'milestone', 'commit', 'outcome');
    const text = fc.constantFrom(
      'Cache the answers',
      'Stale  prices',
      'Add an index',
      'Wait a bit',
      'Ask ann@example.org',
    );
    const item = fc.record({ kind, text });
    const relation = fc.constantFrom('causes' as const, 'enables' as const, 'prevents' as const, 'precedes' as const);
    const links = fc.array(fc.record({ from: fc.nat(5), to: fc.nat(5), relation }));
    const deed = fc.constantFrom('Add an index to the table', 'Ask ann@example.org for more memory');
    const episode = fc.record({ items: fc.array(item, { minLength: 2, maxLength: 6 }), links });
    let round = 0;
    let edges = 0;
    const memory = [fc.array(episode, { minLength: 1, maxLength: 3 }), fc.array(deed, { maxLength: 4 })] as const;
    let patterns = 0;
    const property = fc.asyncProperty(...memory, async (episodes, lessons) => {
      const names = ['here', 'there', 'beyond'].map((name) => `${name} ${++round}`) as [string, string, string];
      for (const [n, { items, links: ties }] of episodes.entries()) {
        const told = ties.filter(({ from, to }) => from < to && to < items.length);
        await test.call('episode.store', {
          projectId: names[0],
          sessionId: `${names[0]} ${n}`,
          task: 'Something',
          events: items.map((one, place) => ({ id: `e${place}`, type: one.kind, content: one.text })),
          links: [...new Map(told.map((tie) => [`${tie.from} ${tie.to}`, tie])).values()].map((tie) => ({
            ...tie,
            from: `e${tie.from}`,
            to: `e${tie.to}`,
          })),
        });
      }
      for (const [n, whatWorked] of lessons.entries()) {
        const lesson = { projectId: names[0], sessionId: `${names[0]} ${n}`, outcome: 'success' as const };
        await test.store({ ...lesson, taskDescription: 'Make the search page faster', whatWorked: [whatWorked] });
      }
      const [first, before] = [(await exported(names[0])).file, dump(test)];
      expectValid(first);
      await imported(write(`${names[0]}.json`, first), { projectId: names[0] });
      expect(dump(test)).toBe(before);
      expect(bytes((await exported(names[0])).file)).toBe(bytes(first));
      if (first.edges.length + first.patterns.length === 0) return;
      edges += first.edges.length;
      patterns += first.patterns.length;
      await imported(write(`${names[1]}.json`, first), { projectId: names[1] });
      const second = (await exported(names[1])).file;
      expectValid(second);
      expect([second.edges, second.patterns]).toEqual([first.edges, first.patterns]);
      await imported(write(`${names[2]}.json`, second), { projectId: names[2] });
      expect(bytes((await exported(names[2])).file)).toBe(bytes(second));
    });
    await fc.assert(property, { numRuns: 40, seed: 20_261_122 });
    expect([edges > 30, patterns > 10]).toEqual([true, true]);
  });
});

describe('the real files', () => {
  /** Parts of the files that are imported. Importing the same file again, or its export, changes nothing. */
  const COUNTS: Record<string, [nodes: number, edges: number, faults: number]> = {
    'causal-graph@2026-01-02-f3602d6da.json': [1, 0, 4],
    'causal-graph@2026-01-08-dccd2d8ba.json': [29, 5, 6],
    'causal-graph@2026-06-17-85a86ab9f.json': [743, 40, 8],
    'causal-graph@2026-07-25-d979d6c42.json': [1626, 53, 10],
  };

  it.runIf(existsSync(REAL))('come in, and their edges go out equal as JSON values', { timeout: 60_000 }, async () => {
    const folder = join(REAL, 'causal-graph');
    const schema = z.fromJSONSchema(JSON.parse(readFileSync(SCHEMA, 'utf8')));
    const redactor = createRedactor({ homePaths: true, emails: true });
    expect(readdirSync(folder).sort()).toEqual(Object.keys(COUNTS));
    for (const [name, [nodes, edges, faults]] of Object.entries(COUNTS)) {
      const given = JSON.parse(readFileSync(join(folder, name), 'utf8')) as GraphJson;
      const { graphs } = await imported(join(folder, name), { projectId: name });
      expect(graphs).toMatchObject({ files: 1, made: edges, nodes, faults });
      const { file } = await exported(name);
      expectValid(file);
      expect(schema.safeParse(file).error?.issues ?? []).toEqual([]);
      // They contain no secret, so edges differ only in the names of their ends in January.
      expect(redactor.redact(given.edges).found).toEqual([]);
      expect(file.edges).toEqual(edgesByContent(given));
      // All of their patterns are tautologies, keyed by a type, or fixtures of tests.
      expect(file.patterns).toEqual([]);
      const before = dump(test);
      await imported(join(folder, name), { projectId: name });
      await imported(write('own.json', file), { projectId: name });
      expect(dump(test)).toBe(before);
    }
  });

  it.runIf(existsSync(REAL))('are read without a file system or a memory as well', () => {
    for (const [name, [nodes, edges]] of Object.entries(COUNTS)) {
      const read = parseGraph(JSON.parse(readFileSync(join(REAL, 'causal-graph', name), 'utf8')));
      expect([read.nodes.length, read.edges.length, read.patterns.length]).toEqual([nodes, edges, 0]);
    }
  });
});
