/** Where a node is, in units of the map. */
interface Point {
  x: number;
  y: number;
}

/** Maximum number of pinned nodes: a link must stay short enough to be sent. */
export const MOST_PINNED = 40;
/** Nothing is arranged further from the origin than this. */
const FURTHEST = 100_000;
// Letters that a link does not encode.
const PIN = /^(node_[0-9a-f]{12})\.(-?\d{1,6})\.(-?\d{1,6})$/;

function partsOf(pin: string): [id: string, place: Point] | null {
  const [, id, x, y] = PIN.exec(pin) ?? [];
  if (id === undefined || Math.max(Math.abs(Number(x)), Math.abs(Number(y))) > FURTHEST) return null;
  return [id, { x: Number(x), y: Number(y) }];
}

/**
 * The pins of a link. Refused: what is not a node with two whole numbers, a place further than 100,000 from the origin, a second
 * pin of the same node, and all after the first {@link MOST_PINNED}.
 */
export function readPins(pins: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const pin of pins) {
    const [id] = partsOf(pin) ?? [];
    if (id !== undefined && !known.has(id)) known.set(id, pin);
  }
  return [...known.values()].slice(0, MOST_PINNED);
}

/** The place of each pinned node. */
export function pinnedPlaces(pins: readonly string[] = []): Record<string, Point> {
  return Object.fromEntries(pins.flatMap((pin) => [partsOf(pin)]).filter((part) => part !== null));
}

/** The pins without a node. */
export function withoutPin(pins: readonly string[] = [], id: string): string[] {
  return pins.filter((pin) => !pin.startsWith(`${id}.`));
}

/** The pins with a node at a place, to a whole number; null when there are {@link MOST_PINNED} others. */
export function withPin(pins: readonly string[] = [], id: string, { x, y }: Point): string[] | null {
  const others = withoutPin(pins, id);
  const whole = (value: number) => Math.max(-FURTHEST, Math.min(FURTHEST, Math.round(value)));
  return others.length < MOST_PINNED ? [...others, `${id}.${whole(x)}.${whole(y)}`] : null;
}
