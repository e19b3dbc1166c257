/** A rectangle in the coordinates of the screens. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Position and size of a window, and the zoom of its page. Without `x` and `y`, the system chooses the position. */
export interface WindowPlace {
  x?: number;
  y?: number;
  width: number;
  height: number;
  isMaximized: boolean;
  zoom: number;
}

/** Minimum window size for which the interface is made. */
export const SMALLEST = { width: 480, height: 360 };
const USUAL: WindowPlace = { width: 1280, height: 800, isMaximized: false, zoom: 1 };
/** Size of the part of a window's upper edge that must be on a screen, so that a person can move the window. */
const HOLD = { width: 120, height: 32 };

const between = (low: number, value: unknown, high: number, fallback: number) =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, low), high) : fallback;

function canBeHeld(x: number, y: number, width: number, screens: readonly Area[]): boolean {
  return screens.some((screen) => {
    const shown = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x);
    return shown >= HOLD.width && y >= screen.y && y + HOLD.height <= screen.y + screen.height;
  });
}

/** Fits the stored place to the current screens. It may be damaged, or lie on a screen that was unplugged. */
export function fitPlace(kept: unknown, screens: readonly Area[]): WindowPlace {
  const given = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<keyof WindowPlace, unknown>;
  const widest = Math.max(SMALLEST.width, ...screens.map(({ width }) => width));
  const highest = Math.max(SMALLEST.height, ...screens.map(({ height }) => height));
  const width = Math.round(between(SMALLEST.width, given.width, widest, Math.min(USUAL.width, widest)));
  const height = Math.round(between(SMALLEST.height, given.height, highest, Math.min(USUAL.height, highest)));
  const place = {
    width,
    height,
    isMaximized: given.isMaximized === true,
    zoom: between(0.5, given.zoom, 3, USUAL.zoom),
  };
  const { x, y } = given;
  const isPlaced =
    Number.isSafeInteger(x) && Number.isSafeInteger(y) && canBeHeld(Number(x), Number(y), width, screens);
  return isPlaced ? { ...place, x: Number(x), y: Number(y) } : place;
}

/** How many arrangements of screens are remembered. */
const MOST_ARRANGEMENTS = 10;

/** Names an arrangement of screens: where each is, and how large. */
export function arrangementOf(screens: readonly Area[]): string {
  return screens
    .map(({ x, y, width, height }) => [x, y, width, height].join(','))
    .sort()
    .join(' ');
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

const placesIn = (kept: unknown) => entriesOf(Object.fromEntries(entriesOf(kept)).places);

/**
 * The place for the screens that are there now: the one that the window last had with these, else its last one. A laptop at a desk
 * and the same laptop on the way each have their own.
 */
export function placeAmong(kept: unknown, screens: readonly Area[]): WindowPlace {
  const arrangement = arrangementOf(screens);
  return fitPlace(placesIn(kept).find(([name]) => name === arrangement)?.[1] ?? kept, screens);
}

/** What is kept with this place as the last one, and as that of these screens. */
export function withPlace(kept: unknown, screens: readonly Area[], place: WindowPlace): object {
  const arrangement = arrangementOf(screens);
  const others = placesIn(kept).filter(([name]) => name !== arrangement);
  return { ...place, places: Object.fromEntries([...others, [arrangement, place]].slice(-MOST_ARRANGEMENTS)) };
}
