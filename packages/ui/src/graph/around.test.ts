import { expect, test } from 'vitest';
import { type Bounds, boundsOf, portAround } from './around.ts';
import { COLUMN } from './layout.ts';

const LEAST = 0.45;
const PADDING = 32;

/** Chains below each other as they are arranged: rows of several heights, some with two boxes in a column. */
const CHAINS: readonly Bounds[] = Array.from({ length: 9 }, (_, row) =>
  Array.from({ length: 3 + (row % 4) }, (_, column) => {
    const at = { x: column * COLUMN, y: row * 190 };
    return column === 2 && row % 3 === 0
      ? [boundsOf({ ...at, y: at.y - 38 }), boundsOf({ ...at, y: at.y + 38 })]
      : [boundsOf(at)];
  }).flat(),
).flat();

/** How many boxes are seen in part, and how many in full. */
function seenOf(
  boxes: readonly Bounds[],
  place: { width: number; height: number },
  port: ReturnType<typeof portAround>,
) {
  const [left, top] = [-port.pan.x / port.zoom, -port.pan.y / port.zoom];
  const [right, bottom] = [left + place.width / port.zoom, top + place.height / port.zoom];
  const seen = boxes.filter(({ x1, x2, y1, y2 }) => x2 > left && x1 < right && y2 > top && y1 < bottom);
  const isWhole = ({ x1, x2, y1, y2 }: Bounds) => x1 >= left && x2 <= right && y1 >= top && y2 <= bottom;
  return { whole: seen.filter(isWhole), cut: seen.filter((box) => !isWhole(box)) };
}

test('the part around a node cuts no other one, in a pane of any size, and has the node', () => {
  for (let width = 360; width <= 1200; width += 93) {
    for (let height = 240; height <= 700; height += 77) {
      for (const lead of [CHAINS[0], CHAINS[20], CHAINS.at(-1)] as Bounds[]) {
        const place = { width, height };
        const port = portAround(CHAINS, lead, place, LEAST, PADDING);
        const { whole, cut } = seenOf(CHAINS, place, port);
        expect(cut, `${width} × ${height}`).toEqual([]);
        expect(whole).toContain(lead);
        expect(port.zoom).toBeGreaterThanOrEqual(LEAST);
      }
    }
  }
});

test('where every part cuts a box, the part around the node is shown all the same', () => {
  const boxes = Array.from({ length: 30 }, (_, at) => boundsOf({ x: at * 61, y: at * 19 }));
  const lead = boxes[15] as Bounds;
  const place = { width: 400, height: 300 };
  const { whole } = seenOf(boxes, place, portAround(boxes, lead, place, LEAST, PADDING));
  expect(whole).toContain(lead);
});

test('what has room is in the middle', () => {
  const boxes = [boundsOf({ x: 0, y: 0 }), boundsOf({ x: COLUMN, y: 0 })];
  const { zoom, pan } = portAround(boxes, boxes[0] as Bounds, { width: 800, height: 400 }, LEAST, PADDING);
  expect([pan.x + (COLUMN / 2) * zoom, pan.y]).toEqual([400, 200]);
});
