import type { Places } from './layout.ts';

/** The number of pictures whose positions are stored on this machine, latest first. More would fill the browser's storage. */
const MOST_PICTURES = 12;
/** The most positions kept for one picture, including those of nodes that are not on it at present. */
const MOST_PLACES = 700;
const STORED = 'twicewise.causes.places';

type Remembered = [picture: string, places: Places][];

const isPoint = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'x' in value &&
  'y' in value &&
  Number.isFinite(value.x) &&
  Number.isFinite(value.y);

/** Reads what was stored; anything malformed counts as empty. */
export function readPlaces(text: string | null): Remembered {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(value)) return [];
    return value.filter(
      (entry): entry is Remembered[number] =>
        Array.isArray(entry) &&
        typeof entry[0] === 'string' &&
        typeof entry[1] === 'object' &&
        entry[1] !== null &&
        Object.values(entry[1]).every(isPoint),
    );
  } catch {
    return [];
  }
}

/** The positions with this picture as the latest one. */
export function withPlaces(all: Remembered, picture: string, changed: Places): Remembered {
  const [, before = {}] = all.find(([name]) => name === picture) ?? [];
  const rest = Object.entries(before).filter(([id]) => !Object.hasOwn(changed, id));
  const places = Object.fromEntries([...rest, ...Object.entries(changed)].slice(-MOST_PLACES));
  return [[picture, places] as Remembered[number], ...all.filter(([other]) => other !== picture)].slice(
    0,
    MOST_PICTURES,
  );
}

/** The positions of nodes when the picture was last shown. */
export function nodePlaces(picture: string): Places {
  return readPlaces(localStorage.getItem(STORED)).find(([name]) => name === picture)?.[1] ?? {};
}

/** Stores the positions of nodes. When the storage is full they are not kept, and the map is arranged anew. */
export function rememberPlaces(picture: string, places: Places): void {
  const all = withPlaces(readPlaces(localStorage.getItem(STORED)), picture, places);
  try {
    localStorage.setItem(STORED, JSON.stringify(all));
  } catch {
    localStorage.removeItem(STORED);
  }
}
