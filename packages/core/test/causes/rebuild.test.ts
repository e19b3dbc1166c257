import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';
import { furnish, history, Player } from '../histories.ts';
import { cached } from './cached-answers.ts';

const RELATIONS = ['causes', 'enables', 'prevents', 'correlates', 'precedes'] as const;

let test: TestCore;
afterEach(() => test.remove());

/** Everything that the graph can answer. */
async function graphOf(core: TestCore) {
  const { nodes, edges, total } = await core.call('causal.graph', { relations: [...RELATIONS], limit: 500 });
  const listed = await core.call('causal.nodes', { inactive: true, limit: 100 });
  const found = await core.call('causal.nodes', { text: 'event', inactive: true, limit: 100 });
  const decisions = await core.call('causal.similarDecisions', { context: 'choice', limit: 50 });
  const byId = <T extends { id: string }>(items: T[]) => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    nodes: byId(nodes),
    edges: byId(edges),
    total,
    listed,
    found: byId(found.items),
    decisions: decisions.items,
  };
}

describe('the graph of a memory', () => {
  it('that lived through random histories is what a restart builds from the file', async () => {
    verifies('S1-68');
    test = new TestCore();
    await furnish(test);
    const player = new Player(test);
    let edges = 0;
    const property = fc.asyncProperty(history, async (steps) => {
      await player.play(steps);
      const living = await graphOf(test);
      await test.restart();
      edges = Math.max(edges, living.total.edges);
      expect(await graphOf(test)).toEqual(living);
    });
    await fc.assert(property, { numRuns: 40, seed: 20_261_122, endOnFailure: true });
    expect(edges).toBeGreaterThan(3);
    expect(test.logged.filter((line) => line.includes('index'))).toEqual([]);
  });

  it('grows by the rows of a session: none that was there is written again, however many there are (B1-08)', async () => {
    verifies('B1-08');
    test = new TestCore();
    const rows = () =>
      (JSON.parse(dump(test)) as [string, string[]][]).flatMap(([table, all]) => all.map((row) => `${table} ${row}`));
    const counts: number[] = [];
    for (let n = 0; n < 20; n++) {
      const before = rows();
      await test.call('episode.store', { ...cached, sessionId: `day ${n}`, projectId: 'shop' });
      expect((await test.call('causal.nodes', { everywhere: true })).total).toBe(4);
      const after = new Set(rows());
      expect(before.filter((row) => !after.has(row))).toEqual([]);
      counts.push(after.size - before.length);
    }
    // The first makes the project too.
    expect(new Set(counts.slice(1)).size).toBe(1);
  });
});
