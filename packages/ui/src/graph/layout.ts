// A layout from left to right: causes are left of their effects. It is our own because it must be deterministic, must keep the
// places of nodes already shown, and only handles some hundred boxes of one size.

/** The centre of a node. */
export interface Point {
  x: number;
  y: number;
}
/** Positions by node. */
export type Places = Readonly<Record<string, Point>>;

/** The graph to arrange: only ids, so that it can be sent to a worker. */
export interface Plan {
  nodes: readonly string[];
  edges: readonly { from: string; to: string }[];
}

/** The size of a node, and the space between two. */
export const BOX = { width: 184, height: 58 };
/** From the middle of a column to that of the next. */
export const COLUMN = BOX.width + 100;
const ROW = BOX.height + 18;
const SWEEPS = 6;
const BETWEEN_PARTS = 2 * ROW;

type Links = Map<string, string[]>;

function linksOf({ nodes, edges }: Plan): { after: Links; before: Links } {
  const [after, before]: [Links, Links] = [new Map(), new Map()];
  for (const id of nodes) {
    after.set(id, []);
    before.set(id, []);
  }
  for (const { from, to } of edges) {
    if (from === to || !after.has(from) || !after.has(to)) continue;
    after.get(from)?.push(to);
    before.get(to)?.push(from);
  }
  return { after, before };
}

/** The connected components, largest first. */
function parts(plan: Plan, { after, before }: ReturnType<typeof linksOf>): string[][] {
  const seen = new Set<string>();
  const found: string[][] = [];
  for (const first of plan.nodes) {
    if (seen.has(first)) continue;
    const part = [first];
    seen.add(first);
    for (const id of part) {
      for (const next of [...(after.get(id) ?? []), ...(before.get(id) ?? [])]) {
        if (!seen.has(next)) {
          seen.add(next);
          part.push(next);
        }
      }
    }
    found.push(part);
  }
  return found.sort((a, b) => b.length - a.length);
}

/** The number of steps of each node from a start. Edges that lead back, as in cycles, are ignored. */
function ranksOf(part: readonly string[], { after, before }: ReturnType<typeof linksOf>): Map<string, number> {
  const state = new Map<string, 'open' | 'done'>();
  const order: string[] = [];
  const forward: Links = new Map(part.map((id) => [id, []]));
  const begin = part.filter((id) => before.get(id)?.length === 0);
  for (const root of [...begin, ...part]) {
    const stack = [{ id: root, next: 0 }];
    if (state.has(root)) continue;
    state.set(root, 'open');
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const to = after.get(top.id)?.[top.next++];
      if (to === undefined) {
        state.set(top.id, 'done');
        order.push(top.id);
        stack.pop();
      } else if (state.get(to) !== 'open') {
        forward.get(top.id)?.push(to);
        if (!state.has(to)) {
          state.set(to, 'open');
          stack.push({ id: to, next: 0 });
        }
      }
    }
  }
  const ranks = new Map(part.map((id) => [id, 0]));
  for (const id of order.toReversed()) {
    for (const to of forward.get(id) ?? []) ranks.set(to, Math.max(ranks.get(to) ?? 0, (ranks.get(id) ?? 0) + 1));
  }
  // A start is placed right before what it leads to, not at the far left.
  for (const id of begin) {
    const next = (forward.get(id) ?? []).map((to) => ranks.get(to) ?? 0);
    if (next.length > 0) ranks.set(id, Math.min(...next) - 1);
  }
  return ranks;
}

/** The columns of a component, one per rank; a very tall column is split into several. */
function columnsOf(part: readonly string[], ranks: ReadonlyMap<string, number>): string[][] {
  const tallest = Math.max(8, Math.ceil(Math.sqrt(part.length) * 1.6));
  const byRank = new Map<number, string[]>();
  for (const id of part) {
    const rank = ranks.get(id) ?? 0;
    byRank.set(rank, [...(byRank.get(rank) ?? []), id]);
  }
  const sorted = [...byRank].sort(([a], [b]) => a - b).map(([, ids]) => ids);
  return sorted.flatMap((ids) => {
    const pieces = Math.ceil(ids.length / tallest);
    const size = Math.ceil(ids.length / pieces);
    return Array.from({ length: pieces }, (_, index) => ids.slice(index * size, (index + 1) * size));
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Heights in a column: each node is near its neighbours in the graph, but at least a row from the next node. */
function settle(column: string[], heights: Map<string, number>, tied: (id: string) => string[]): void {
  const wish = (id: string) => {
    const near = tied(id).map((other) => heights.get(other) ?? 0);
    return near.length > 0 ? mean(near) : (heights.get(id) ?? 0);
  };
  const wishes = new Map(column.map((id) => [id, wish(id)]));
  column.sort((a, b) => (wishes.get(a) ?? 0) - (wishes.get(b) ?? 0));
  const got: number[] = [];
  for (const [index, id] of column.entries()) {
    const above = index === 0 ? Number.NEGATIVE_INFINITY : (got[index - 1] ?? 0) + ROW;
    got.push(Math.max(wishes.get(id) ?? 0, above));
  }
  const off = mean(column.map((id, index) => (wishes.get(id) ?? 0) - (got[index] ?? 0)));
  for (const [index, id] of column.entries()) heights.set(id, (got[index] ?? 0) + off);
}

function placePart(part: readonly string[], links: ReturnType<typeof linksOf>): Map<string, Point> {
  const columns = columnsOf(part, ranksOf(part, links));
  const heights = new Map(
    columns.flatMap((column) => column.map((id, row) => [id, (row - (column.length - 1) / 2) * ROW] as const)),
  );
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const there = sweep % 2 === 0;
    const tied = (id: string) => (there ? links.before : links.after).get(id) ?? [];
    for (const column of there ? columns : columns.toReversed()) settle(column, heights, tied);
  }
  return new Map(
    columns.flatMap((column, index) =>
      column.map((id) => [id, { x: index * COLUMN, y: Math.round(heights.get(id) ?? 0) }] as const),
    ),
  );
}

function boundsOf(points: Iterable<Point>) {
  const [xs, ys] = [[...points].map(({ x }) => x), [...points].map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Arranges all nodes anew: each component together, and the components side by side in rows. */
export function arrangeAll(plan: Plan): Places {
  const links = linksOf(plan);
  const placed = parts(plan, links).map((part) => {
    const points = placePart(part, links);
    return { points, bounds: boundsOf([...points.values()]) };
  });
  const area = placed.reduce((sum, { bounds: { left, right, top, bottom } }) => {
    return sum + (right - left + COLUMN) * (bottom - top + BETWEEN_PARTS);
  }, 0);
  const widest = Math.max(Math.sqrt(area * 1.9), ...placed.map(({ bounds }) => bounds.right - bounds.left));
  const places: Record<string, Point> = {};
  let [x, y, tall] = [0, 0, 0];
  for (const { points, bounds } of placed) {
    const width = bounds.right - bounds.left;
    if (x > 0 && x + width > widest) [x, y, tall] = [0, y + tall + BETWEEN_PARTS, 0];
    for (const [id, point] of points) places[id] = { x: point.x - bounds.left + x, y: point.y - bounds.top + y };
    x += width + COLUMN;
    tall = Math.max(tall, bounds.bottom - bounds.top);
  }
  return places;
}

const overlaps = (a: Point, b: Point) => Math.abs(a.x - b.x) < BOX.width && Math.abs(a.y - b.y) < ROW;

/** The nearest free position above or below. */
function freed(wish: Point, taken: readonly Point[]): Point {
  for (let step = 0; ; step++) {
    const away = Math.ceil(step / 2) * ROW * (step % 2 === 0 ? -1 : 1);
    const point = { x: wish.x, y: wish.y + away };
    if (!taken.some((other) => overlaps(point, other))) return point;
  }
}

/**
 * Positions for all nodes: known ones stay, and a new node is placed relative to its neighbours as in a new layout, or nearby.
 */
export function arrange(plan: Plan, known: Places = {}): Places {
  const fresh = arrangeAll(plan);
  const kept = plan.nodes.filter((id) => Object.hasOwn(known, id));
  if (kept.length === 0) return fresh;
  const places: Record<string, Point> = {};
  for (const id of kept) places[id] = known[id] as Point;
  // Nodes that were here before may come back, so their places stay taken.
  const taken = Object.values(known);
  const { after, before } = linksOf(plan);
  const waiting = plan.nodes.filter((id) => !Object.hasOwn(known, id));
  while (waiting.length > 0) {
    const anchorOf = (id: string) =>
      [...(before.get(id) ?? []), ...(after.get(id) ?? [])].find((other) => Object.hasOwn(places, other));
    const index = Math.max(
      0,
      waiting.findIndex((id) => anchorOf(id) !== undefined),
    );
    const [id = ''] = waiting.splice(index, 1);
    const anchor = anchorOf(id) ?? kept[0] ?? id;
    const [from, origin, to] = [places[anchor], fresh[anchor], fresh[id]];
    if (!from || !origin || !to) continue;
    const place = freed({ x: from.x + to.x - origin.x, y: from.y + to.y - origin.y }, taken);
    places[id] = place;
    taken.push(place);
  }
  return places;
}

/**
 * Positions for a graph that grew in steps: each plan has what the one before it had, and more. What has a place keeps it, so the
 * same steps lead to the same picture everywhere. Positions of nodes that the last plan does not have are among them too.
 */
export function arrangeSteps(steps: readonly Plan[], known: Places = {}): Places {
  const places = { ...known };
  for (const plan of steps) Object.assign(places, arrange(plan, places));
  return places;
}
