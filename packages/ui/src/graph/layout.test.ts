import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrange, arrangeAll, BOX, type Places, type Plan } from './layout.ts';

const plan = (text: string): Plan => {
  const edges = text.split(' ').map((edge) => {
    const [from = '', to = ''] = edge.split('>');
    return { from, to };
  });
  return { nodes: [...new Set(edges.flatMap(({ from, to }) => [from, to]))], edges };
};

/** Any graph of at most 40 nodes, including cycles and loops. */
const plans = fc.integer({ min: 1, max: 40 }).chain((size) => {
  const id = fc.integer({ min: 0, max: size - 1 }).map((index) => `n${index}`);
  return fc
    .array(fc.record({ from: id, to: id }), { maxLength: 80 })
    .map((edges): Plan => ({ nodes: Array.from({ length: size }, (_, index) => `n${index}`), edges }));
});

function covered(places: Places): string[] {
  const all = Object.entries(places);
  return all.flatMap(([a, p], index) =>
    all
      .slice(index + 1)
      .filter(([, q]) => Math.abs(p.x - q.x) < BOX.width && Math.abs(p.y - q.y) < BOX.height)
      .map(([b]) => `${a} ${b}`),
  );
}

describe('arrangeAll', () => {
  it('puts causes left of their effects', () => {
    const places = arrangeAll(plan('a>b b>c a>c'));
    expect((places.a?.x ?? 0) < (places.b?.x ?? 0) && (places.b?.x ?? 0) < (places.c?.x ?? 0)).toBe(true);
  });

  it('puts a beginning right before what it leads to', () => {
    const places = arrangeAll(plan('a>b b>c d>c'));
    expect(places.d?.x).toBe(places.b?.x);
  });

  it('places every node once, none over another, the same twice, whatever the graph', () => {
    fc.assert(
      fc.property(plans, (any) => {
        const places = arrangeAll(any);
        expect(Object.keys(places).toSorted()).toEqual([...any.nodes].toSorted());
        expect(Object.values(places).every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
        expect(covered(places)).toEqual([]);
        expect(arrangeAll(any)).toEqual(places);
      }),
    );
  });

  it('makes no tower of a hundred effects', () => {
    const places = Object.values(arrangeAll(plan(Array.from({ length: 100 }, (_, index) => `a>${index}`).join(' '))));
    const tall = Math.max(...places.map(({ y }) => y)) - Math.min(...places.map(({ y }) => y));
    expect(tall).toBeLessThan(30 * BOX.height);
  });
});

describe('arrange', () => {
  it('leaves what has a place where it is, and puts what is new next to what it is tied to', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 0, max: 40 }), (any, some) => {
        const before = { nodes: any.nodes.slice(0, some), edges: any.edges };
        const known = arrangeAll(before);
        const places = arrange(any, known);
        expect(Object.keys(places).toSorted()).toEqual([...any.nodes].toSorted());
        for (const id of before.nodes) expect(places[id]).toEqual(known[id]);
        expect(covered(places)).toEqual([]);
      }),
    );
  });
});
