import { expect, test } from 'vitest';
import { bendsOf } from './bends.ts';
import { arrangeAll, BOX, type Places, type Point } from './layout.ts';

const ROW = { a: { x: 0, y: 0 }, b: { x: 284, y: 0 }, c: { x: 568, y: 0 } };
const tie = (from: string, to: string) => ({ id: `${from}>${to}`, from, to });

/** Whether the curve of an edge runs through a box, looked at in many points. */
function runsThrough(from: Point, to: Point, aside: number, box: Point): boolean {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const bend = {
    x: (from.x + to.x) / 2 + ((to.y - from.y) / length) * aside * 2,
    y: (from.y + to.y) / 2 - ((to.x - from.x) / length) * aside * 2,
  };
  return Array.from({ length: 200 }, (_, index) => index / 200).some((t) => {
    const at = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
    const [x, y] = [at(from.x, bend.x, to.x), at(from.y, bend.y, to.y)];
    return Math.abs(x - box.x) < BOX.width / 2 && Math.abs(y - box.y) < BOX.height / 2;
  });
}

function through(
  ids: readonly string[],
  edges: readonly ReturnType<typeof tie>[],
  places: Places,
  bent: boolean,
): string[] {
  const bends = bent ? bendsOf(edges, places) : new Map<string, number>();
  return edges.flatMap(({ id, from, to }) =>
    ids
      .filter((box) => box !== from && box !== to)
      .filter((box) =>
        runsThrough(places[from] as Point, places[to] as Point, bends.get(id) ?? 0, places[box] as Point),
      )
      .map((box) => `${id} through ${box}`),
  );
}

test('only the edge with a box in its way is bent, and its curve passes the box', () => {
  const edges = [tie('a', 'b'), tie('b', 'c'), tie('a', 'c')];
  expect([...bendsOf(edges, ROW).keys()]).toEqual(['a>c']);
  expect(through(['a', 'b', 'c'], edges, ROW, false)).toEqual(['a>c through b']);
  expect(through(['a', 'b', 'c'], edges, ROW, true)).toEqual([]);
});

test('it passes on the side where there is room', () => {
  const above = { ...ROW, d: { x: 284, y: -62 } };
  const [bend = 0] = bendsOf([tie('a', 'c')], above).values();
  const below = { ...ROW, d: { x: 284, y: 62 } };
  const [other = 0] = bendsOf([tie('a', 'c')], below).values();
  expect(Math.sign(bend)).toBe(-Math.sign(other));
  expect(through(Object.keys(above), [tie('a', 'c')], above, true)).toEqual([]);
});

test('edges of a laid out graph that skip columns pass the boxes in between', () => {
  const ids = Array.from({ length: 24 }, (_, index) => `n${index}`);
  const edges = ids.flatMap((id, index) => [
    ...(index + 1 < ids.length ? [tie(id, `n${index + 1}`)] : []),
    ...(index % 3 === 0 && index + 3 < ids.length ? [tie(id, `n${index + 3}`)] : []),
  ]);
  const places = arrangeAll({ nodes: ids, edges });
  expect(through(ids, edges, places, false).length).toBeGreaterThan(3);
  expect(through(ids, edges, places, true)).toEqual([]);
});

test('several edges of the same two nodes lie apart, whichever way they lead, also around a box', () => {
  const edges = [tie('a', 'c'), tie('c', 'a'), { ...tie('a', 'c'), id: 'again' }];
  const straight = { a: ROW.a, c: ROW.c };
  for (const places of [straight, ROW]) {
    const bends = bendsOf(edges, places);
    const fromA = edges.map(({ id, from }) => (bends.get(id) ?? 0) * (from === 'a' ? 1 : -1)).sort((x, y) => x - y);
    for (const [index, aside] of fromA.slice(1).entries())
      expect(aside - (fromA[index] ?? 0)).toBeGreaterThanOrEqual(20);
    expect(through(Object.keys(places), edges, places, true)).toEqual([]);
  }
});

test('in a map of more than a hundred and fifty nodes lines are straight', () => {
  const far = Array.from({ length: 148 }, (_, index) => [`far${index}`, { x: 0, y: 1000 + 80 * index }]);
  const places: Places = { ...ROW, ...Object.fromEntries(far.slice(1)) };
  expect(bendsOf([tie('a', 'c')], places).size).toBe(1);
  expect(bendsOf([tie('a', 'c')], { ...ROW, ...Object.fromEntries(far) }).size).toBe(0);
});
