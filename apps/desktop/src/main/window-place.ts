import { readFileSync, writeFileSync } from 'node:fs';

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

/** Reads the stored place; any value if the file has no valid one. */
export function readPlace(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** Stores a place. A disk that cannot be written must not delay quitting. */
export function keepPlace(path: string, place: WindowPlace): void {
  try {
    writeFileSync(path, JSON.stringify(place), { mode: 0o600 });
  } catch {
    // The next start then uses the default place.
  }
}
