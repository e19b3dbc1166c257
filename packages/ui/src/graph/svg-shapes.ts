import { bendOf } from './bends.ts';
import { BOX, type Point } from './layout.ts';

/** The style of a line. */
export interface Stroke {
  colour: string;
  width: number;
  dash: readonly number[] | null;
}

/** What XML cannot hold at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must go
const NEVER = /[^\u0009\u000A\u000D\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Escapes a text for XML, both between tags and in attributes. */
export function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(NEVER, ' ')
    .replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character);
}

const rounded = (value: number) => Math.round(value * 10) / 10;
const at = ({ x, y }: Point) => `${rounded(x)} ${rounded(y)}`;

/** The point where the line from the centre of a box to a point leaves the box. */
function leaving(middle: Point, to: Point): Point {
  const [dx, dy] = [to.x - middle.x, to.y - middle.y];
  const share = Math.min(BOX.width / 2 / Math.abs(dx || 1e-9), BOX.height / 2 / Math.abs(dy || 1e-9));
  // The point is inside the box, so nothing lies between them.
  return share >= 1 ? middle : { x: middle.x + dx * share, y: middle.y + dy * share };
}

/** An end of a line: its point and its direction. */
export interface End {
  point: Point;
  /** The direction in which the line arrives, as a vector of length 1. */
  along: Point;
}

function arriving(point: Point, before: Point): End {
  const [dx, dy] = [point.x - before.x, point.y - before.y];
  const length = Math.hypot(dx, dy) || 1;
  return { point, along: { x: dx / length, y: dy / length } };
}

/** The line between the boxes of two nodes, at this distance from the straight line. */
export function curveOf([from, to]: readonly [Point, Point], aside: number) {
  const bend = bendOf([from, to], aside);
  const [start, stop] = [leaving(from, bend), leaving(to, bend)];
  const middle = { x: rounded((start.x + 2 * bend.x + stop.x) / 4), y: rounded((start.y + 2 * bend.y + stop.y) / 4) };
  const path = aside === 0 ? `M${at(start)}L${at(stop)}` : `M${at(start)}Q${at(bend)} ${at(stop)}`;
  return { path, from: arriving(start, bend), to: arriving(stop, bend), middle };
}

interface EndLook {
  colour: string;
  isHollow: boolean;
  scale: number;
  ground: string;
}

/** The shape at the end of a line; empty for an end without one. */
export function end(shape: string, { point, along }: End, { colour, isHollow, scale, ground }: EndLook): string {
  const size = 9 * scale;
  /** A point so far back along the line and so far to the side. */
  const off = (back: number, side: number): Point => ({
    x: point.x - along.x * back - along.y * side,
    y: point.y - along.y * back + along.x * side,
  });
  const paint = `fill="${xml(isHollow ? ground : colour)}" stroke="${xml(colour)}" stroke-width="1.2"`;
  if (shape === 'triangle')
    return `<path d="M${at(off(size, size / 2))}L${at(point)}L${at(off(size, -size / 2))}Z" ${paint}/>`;
  if (shape === 'tee') {
    return `<path d="M${at(off(1, size / 2))}L${at(off(1, -size / 2))}" stroke="${xml(colour)}" stroke-width="2.5"/>`;
  }
  if (shape !== 'circle') return '';
  const { x, y } = off(size / 2, 0);
  return `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(size / 2)}" ${paint}/>`;
}

/** The start of the tag of a node's shape; its fill and stroke still have to be added. */
export function box(shape: string, { x, y }: Point, corner: number): string {
  const [left, top, right, bottom] = [x - BOX.width / 2, y - BOX.height / 2, x + BOX.width / 2, y + BOX.height / 2];
  if (shape === 'cut-rectangle') {
    const corners = [
      [left + corner, top],
      [right - corner, top],
      [right, top + corner],
      [right, bottom - corner],
      [right - corner, bottom],
      [left + corner, bottom],
      [left, bottom - corner],
      [left, top + corner],
    ];
    return `<polygon points="${corners.map((one) => one.join(',')).join(' ')}"`;
  }
  const round = shape === 'round-rectangle' ? ` rx="${corner}"` : '';
  return `<rect x="${left}" y="${top}" width="${BOX.width}" height="${BOX.height}"${round}`;
}
