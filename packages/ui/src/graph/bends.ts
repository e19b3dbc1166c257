import { BOX, type Places, type Point } from './layout.ts';

// An edge is a straight line between two boxes. One that another box stands in the way of would seem to end there and to begin
// again behind it, so it is drawn as a curve around that box. Both the map and its copy as a file draw what is decided here.

/** What says where an edge is. */
interface Tie {
  id: string;
  from: string;
  to: string;
}

type Ends = readonly [from: Point, to: Point];

/** In a map of more nodes a line is followed by choosing it; the work would grow with edges times nodes. */
const MOST_NODES = 150;
/** The distance between two edges of the same two nodes. */
const APART = 26;
/** The distances from the straight line at which a way around is looked for, nearest first, on both sides. */
const DISTANCES = Array.from({ length: 20 }, (_, index) => (index + 1) * 20).flatMap((aside) => [aside, -aside]);
/** Points around a box, some pixels away from it, seen from its middle. */
const RIM = Array.from({ length: 8 }, (_, index) => index / 7 - 0.5).flatMap((share) => {
  const [width, height] = [BOX.width + 10, BOX.height + 10];
  return [-0.5, 0.5].flatMap((side) => [
    { x: share * width, y: side * height },
    { x: side * width, y: share * height },
  ]);
});

/** The point that a curve at this distance from the straight line bends towards, to the left of its direction. */
export function bendOf([from, to]: Ends, aside: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return {
    x: (from.x + to.x) / 2 + (dy / length) * aside * 2,
    y: (from.y + to.y) / 2 - (dx / length) * aside * 2,
  };
}

/** Where a point is, seen along a straight line: its share of the way, and its distance to the left. */
function seenFrom([from, to]: Ends, { x, y }: Point) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [px, py] = [x - from.x, y - from.y];
  return { along: (px * dx + py * dy) / length ** 2, aside: (px * dy - py * dx) / length };
}

/**
 * The distances between which a curve runs through a box. A share `t` of the way, a curve is `4 t (1 - t)` of its distance away
 * from the straight line, so each point of the box lies on one curve.
 */
function blockedBy(box: Point, ends: Ends): readonly [least: number, greatest: number] {
  const rim = RIM.map(({ x, y }) => seenFrom(ends, { x: box.x + x, y: box.y + y }));
  const isBeyond = rim.every(({ along }) => along <= 0) || rim.every(({ along }) => along >= 1);
  if (isBeyond) return [0, 0];
  const distances = rim.map(({ along, aside }) => {
    // At the very ends all curves meet.
    const t = Math.min(Math.max(along, 0.01), 0.99);
    return aside / (4 * t * (1 - t));
  });
  return [Math.min(...distances), Math.max(...distances)];
}

/** The distances at which a curve passes all boxes, nearest first; none where the straight line passes them. */
function waysAround(ends: Ends, boxes: readonly Point[]): number[] {
  const blocked = boxes.map((box) => blockedBy(box, ends));
  const isFree = (aside: number) => blocked.every(([least, greatest]) => aside <= least || aside >= greatest);
  return isFree(0) ? [] : DISTANCES.filter(isFree);
}

/**
 * The edges that are drawn as curves, with their distances from the straight line, to the left of their directions: those that
 * have the box of another node in their way, and several between the same two nodes. One that finds no way around stays as it is.
 */
export function bendsOf(edges: readonly Tie[], places: Places): ReadonlyMap<string, number> {
  const all = Object.entries(places);
  const boxes = all.length > MOST_NODES ? [] : all;
  const bends = new Map<string, number>();
  for (const [ends, tied] of Map.groupBy(edges, ({ from, to }) => [from, to].sort().join(' '))) {
    const [first = '', last = ''] = ends.split(' ');
    const [from, to] = [places[first], places[last]];
    if (!from || !to || first === last) continue;
    const others = boxes.flatMap(([id, box]) => (id === first || id === last ? [] : [box]));
    const ways = waysAround([from, to], others);
    for (const [index, edge] of tied.toSorted((one, other) => (one.id < other.id ? -1 : 1)).entries()) {
      const aside = ways[index] ?? (index - (tied.length - 1) / 2) * APART;
      // What is to the left of the one direction is to the right of the other.
      if (aside !== 0) bends.set(edge.id, edge.from === first ? aside : -aside);
    }
  }
  return bends;
}
