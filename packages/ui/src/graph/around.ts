import { BOX, COLUMN, type Point } from './layout.ts';
import type { Place, Port } from './ports.ts';

/** The box of a node, in the units of its place. */
export interface Bounds {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
}

/** The box of a node by its middle. */
export const boundsOf = ({ x, y }: Point): Bounds => ({
  x1: x - BOX.width / 2,
  x2: x + BOX.width / 2,
  y1: y - BOX.height / 2,
  y2: y + BOX.height / 2,
});

/** From one end to the other, on one axis. */
type Span = readonly [from: number, to: number];

/** Half of what is between two boxes, beside each other and one above the other. */
const GAPS = { x: (COLUMN - BOX.width) / 2, y: 9 };
/** How much larger than asked for the map may be drawn, for its edges to be between boxes. */
const LARGER = [1, 1.03, 1.06, 1.09, 1.12, 1.15, 1.2, 1.25, 1.3];

/** What counts as much as a pixel away from where the part would begin: a cut, and being drawn twice as large. */
const CUTTING = 10_000;
const LARGER_OFF = 200;

/** Where a part of this length begins so that `middle` is in its middle, and nothing empty is left at an end of the whole. */
function centred(middle: number, [from, to]: Span, length: number, padding: number): number {
  if (to - from + 2 * padding <= length) return (from + to - length) / 2;
  return Math.max(from - padding, Math.min(to + padding - length, middle - length / 2));
}

/** The beginning nearest to this one that cuts no box, with the lead in the part; null where there is none. */
function betweenBoxes(begin: number, length: number, spans: readonly Span[], lead: Span, gap: number): number | null {
  const isFree = (edge: number) => !spans.some(([from, to]) => from < edge && edge < to);
  const begins = [begin, ...spans.flatMap(([from, to]) => [from - gap, to + gap - length])];
  const free = begins.filter((one) => one <= lead[0] && one + length >= lead[1] && isFree(one) && isFree(one + length));
  return free.length === 0 ? null : free.reduce((best, one) => (near(one, begin) < near(best, begin) ? one : best));
}

const near = (a: number, b: number) => Math.abs(a - b);
const acrossOf = ({ x1, x2 }: Bounds): Span => [x1, x2];
const downOf = ({ y1, y2 }: Bounds): Span => [y1, y2];
const wholeOf = (spans: readonly Span[]): Span => [
  Math.min(...spans.map(([from]) => from)),
  Math.max(...spans.map(([, to]) => to)),
];

/**
 * The part of a map around a lead, drawn at least so large, whose edges cut no box: a half of a text says nothing. Where boxes stand so
 * that every such part cuts some, as few as can be are cut.
 */
export function portAround(
  boxes: readonly Bounds[],
  lead: Bounds,
  { width, height }: Pick<Place, 'width' | 'height'>,
  least: number,
  padding: number,
): Port {
  const at = (zoom: number) => {
    const [wide, high, pad] = [width / zoom, height / zoom, padding / zoom];
    const aside = (spans: readonly Span[], own: Span, length: number, gap: number) => {
      const begin = centred((own[0] + own[1]) / 2, wholeOf(spans), length, pad);
      const free = betweenBoxes(begin, length, spans, own, gap);
      return { begin: free ?? begin, off: free === null ? CUTTING : near(free, begin) * zoom };
    };
    const x = aside(boxes.map(acrossOf), acrossOf(lead), wide, GAPS.x);
    // What is not seen cannot be cut.
    const seen = boxes.filter(({ x1, x2 }) => x1 < x.begin + wide && x2 > x.begin);
    const y = aside(seen.map(downOf), downOf(lead), high, GAPS.y);
    const off = x.off + y.off + LARGER_OFF * (zoom / least - 1);
    return { zoom, pan: { x: -x.begin * zoom, y: -y.begin * zoom }, off };
  };
  const ports = LARGER.map((larger) => at(least * larger));
  const { zoom, pan } = ports.reduce((best, one) => (one.off < best.off ? one : best));
  return { zoom, pan };
}
