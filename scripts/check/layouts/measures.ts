import { BOX, type Places, type Plan, type Point } from '../../../packages/ui/src/graph/layout.ts';

/** Places, and the way of each edge where the arrangement has bends of its own. */
export interface Arranged {
  places: Places;
  /** In the order of the edges; null draws straight lines, as the map does. */
  ways: readonly (readonly Point[])[] | null;
}

/** What is counted of an arrangement. */
export interface Measured {
  /** Pairs of edges without a common end that cross. */
  crossings: number;
  /** Boxes that a line passes behind, which is not the line of their own edge. */
  behind: number;
  /** Sum of the lengths of the edges, in thousands of pixels. */
  length: number;
  width: number;
  height: number;
  /** Million square pixels. */
  area: number;
  /** Zoom at which all of it is seen in 1000 × 500 pixels: what a person sees first. */
  fit: number;
}

interface Segment {
  a: Point;
  b: Point;
  edge: number;
}

const turn = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

function cross({ a, b }: Segment, { a: c, b: d }: Segment): boolean {
  if (Math.max(a.x, b.x) < Math.min(c.x, d.x) || Math.max(c.x, d.x) < Math.min(a.x, b.x)) return false;
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/** Whether a segment passes through a box (Liang and Barsky, 1984). */
function passes({ a, b }: Segment, { x, y }: Point): boolean {
  let [from, to] = [0, 1];
  const sides = [
    [a.x - b.x, a.x - (x - BOX.width / 2)],
    [b.x - a.x, x + BOX.width / 2 - a.x],
    [a.y - b.y, a.y - (y - BOX.height / 2)],
    [b.y - a.y, y + BOX.height / 2 - a.y],
  ] as const;
  for (const [along, off] of sides) {
    if (along === 0 && off < 0) return false;
    if (along < 0) from = Math.max(from, off / along);
    if (along > 0) to = Math.min(to, off / along);
  }
  return from < to;
}

const lengthOf = ({ a, b }: Segment) => Math.hypot(a.x - b.x, a.y - b.y);

function segmentsOf({ edges }: Plan, { places, ways }: Arranged): Segment[] {
  return edges.flatMap(({ from, to }, edge) => {
    const way = ways?.[edge] ?? [places[from] as Point, places[to] as Point];
    return way.slice(1).map((b, index) => ({ a: way[index] as Point, b, edge }));
  });
}

/** Counts how well an arrangement can be read, and how much room it takes. */
export function measure(plan: Plan, arranged: Arranged): Measured {
  const segments = segmentsOf(plan, arranged);
  const { edges, nodes } = plan;
  const ends = edges.map(({ from, to }) => new Set([from, to]));
  const isTied = (one: number, other: number) => [...(ends[one] ?? [])].some((id) => ends[other]?.has(id));
  const crossed = new Set<number>();
  for (const [index, one] of segments.entries()) {
    for (const other of segments.slice(index + 1)) {
      const pair = Math.min(one.edge, other.edge) * edges.length + Math.max(one.edge, other.edge);
      if (one.edge !== other.edge && !crossed.has(pair) && cross(one, other) && !isTied(one.edge, other.edge)) {
        crossed.add(pair);
      }
    }
  }
  const behind = nodes.reduce((sum, id) => {
    const place = arranged.places[id] as Point;
    const through = segments.filter((one) => !ends[one.edge]?.has(id) && passes(one, place));
    return sum + new Set(through.map(({ edge }) => edge)).size;
  }, 0);
  const points = nodes.map((id) => arranged.places[id] as Point);
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const width = span(points.map(({ x }) => x)) + BOX.width;
  const height = span(points.map(({ y }) => y)) + BOX.height;
  return {
    crossings: crossed.size,
    behind,
    length: segments.reduce((sum, one) => sum + lengthOf(one), 0) / 1000,
    width,
    height,
    area: (width * height) / 1e6,
    fit: Math.min(1, 1000 / width, 500 / height),
  };
}
