import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';
import { graphsOf } from './graph-files.ts';

// What a graph file comes to as claims: on what they rest, what they are about, and what becomes of them later.

let test: TestCore;
const { write, imported } = graphsOf(() => test);
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const node = (id: string, label: string, more = {}) => ({ id, type: 'error', label, ...more });
const edge = (source: string, target: string, more = {}) => ({ source, target, type: 'causes', ...more });
const graph = (nodes: unknown[], edges: unknown[], patterns: unknown[] = []) => ({ nodes, edges, patterns });
const THINGS = [node('a', 'One thing'), node('b', 'Another thing'), node('c', 'A third thing')];
const PATTERN = { name: 'Idle', trigger: 'The checkout test is flaky', action: 'Wait for the network' };

interface ClaimRow {
  from_kind: string;
  from_text: string;
  basis: string;
  note: string;
  revision: number;
}
const claims = () => test.rows<ClaimRow>('SELECT * FROM claim ORDER BY seq');

describe('what a graph file says', () => {
  it.each([
    ['textual', 'textual', ''],
    [['textual', 'temporal'], 'textual', ''],
    ['statistical', 'statistical', ''],
    ['asserted_by_human', 'asserted_by_agent', ''],
    ['temporal', 'temporal', ', which has it from the order of events'],
    ['guessed', 'temporal', ', which has it from the order of events'],
    [undefined, 'temporal', ', which has it from the order of events'],
  ])('of an edge rests on what it names: %j is %s', async (given, basis, how) => {
    await imported(write('g.json', graph(THINGS, [edge('a', 'b', given === undefined ? {} : { basis: given })])));
    expect(claims()).toMatchObject([{ basis, note: `Said by a causal graph file${how}.` }]);
  });

  it.each([
    [{}, 'task', PATTERN.trigger],
    [{ kind: 'task' }, 'task', PATTERN.trigger],
    [{ kind: 'error' }, 'error', PATTERN.trigger],
    [{ trigger: 'The install fails with TypeError: x is undefined' }, 'error', 'TypeError: x is undefined'],
    [
      { kind: 'task', trigger: 'The install fails with TypeError: x is undefined' },
      'task',
      'The install fails with TypeError: x is undefined',
    ],
  ])('of a pattern is about a task, or about the error that it names: %j', async (change, kind, text) => {
    await imported(write('g.json', graph([], [], [{ ...PATTERN, ...change }])));
    expect(claims()).toMatchObject([{ from_kind: kind, from_text: text, basis: 'textual' }]);
  });

  it.each([
    [undefined, '.'],
    ['  ', '.'],
    [' Seen twice ', ': Seen twice'],
  ])('of a pattern is noted with its description: %j', async (description, rest) => {
    await imported(
      write('g.json', graph([], [], [{ ...PATTERN, ...(description === undefined ? {} : { description }) }])),
    );
    expect(claims()).toMatchObject([{ note: `Said by a causal graph file${rest}` }]);
  });

  it('of a pattern is noted with at most 500 characters of its description', async () => {
    await imported(write('g.json', graph([], [], [{ ...PATTERN, description: 'word '.repeat(200) }])));
    const before = 'Said by a causal graph file: ';
    expect(claims()[0]?.note.length).toBeLessThanOrEqual(before.length + 500);
    expect(claims()[0]?.note).toMatch(/^Said by a causal graph file: (?:word ){95,}/);
  });

  it('of a thing wrongly is named once, however many edges it has', async () => {
    const nodes = [node('a', 'One thing', { frequency: -1, created: 'then' }), ...THINGS.slice(1)];
    const { graphs } = await imported(write('g.json', graph(nodes, [edge('a', 'b'), edge('a', 'c'), edge('c', 'a')])));
    expect(graphs).toMatchObject({ made: 3, faults: 2 });
    expect(graphs?.named.map(({ at }) => at)).toEqual(['g.json#/nodes/0/frequency', 'g.json#/nodes/0/created']);
  });

  it('in a text that grows too long without its secrets is left out by name', async () => {
    const long = `${'a@b.io '.repeat(580)}end`;
    for (const ends of [edge('a', 'long'), edge('long', 'a')]) {
      const { graphs } = await imported(
        write('g.json', graph([...THINGS, node('long', long)], [ends, edge('b', 'c')])),
      );
      expect(graphs?.named.map(({ at, reason }) => [at, reason])).toContainEqual([
        'g.json#/edges/0',
        'has a text that is too long without its secrets',
      ]);
    }
    expect(claims()).toHaveLength(1);
  });

  it('comes up to date from where the file was moved, but not from another file', async () => {
    const weighted = (weight: number) => graph(THINGS, [edge('a', 'b', { weight })]);
    const path = write('g.json', weighted(0.1));
    await imported(path);
    const [moved, beside] = [join(test.folder, 'moved'), join(test.folder, 'beside')];
    for (const folder of [moved, beside]) mkdirSync(folder);
    const other = write('beside/g.json', weighted(0.2));
    expect((await imported(other)).graphs).toMatchObject({ made: 1, changed: 0 });
    write('g.json', weighted(0.3));
    renameSync(path, join(moved, 'g.json'));
    expect((await imported(join(moved, 'g.json'))).graphs).toMatchObject({ made: 0, changed: 1 });
    expect(claims()).toHaveLength(2);
    renameSync(join(moved, 'g.json'), join(moved, 'h.json'));
    write('moved/h.json', weighted(0.4));
    expect((await imported(join(moved, 'h.json'))).graphs).toMatchObject({ made: 1, changed: 0 });
  });
});
