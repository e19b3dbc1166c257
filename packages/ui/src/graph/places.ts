import type { Places } from './layout.ts';

/** Pictures whose places are remembered on this machine, the latest first. More would fill the browser's storage. */
const MOST_PICTURES = 12;
/** Places of one picture: those of nodes that are not on it at the moment are kept for when they come back. */
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

/** What was stored; whatever is not like it counts as nothing. */
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

/** With this picture as the latest one. */
export function withPlaces(all: Remembered, picture: string, changed: Places): Remembered {
  const [, before = {}] = all.find(([name]) => name === picture) ?? [];
  const rest = Object.entries(before).filter(([id]) => !Object.hasOwn(changed, id));
  const places = Object.fromEntries([...rest, ...Object.entries(changed)].slice(-MOST_PLACES));
  return [[picture, places] as Remembered[number], ...all.filter(([other]) => other !== picture)].slice(
    0,
    MOST_PICTURES,
  );
}

/** Where nodes were when the picture was seen last. */
export function nodePlaces(picture: string): Places {
  return readPlaces(localStorage.getItem(STORED)).find(([name]) => name === picture)?.[1] ?? {};
}

/** Remembers where nodes are. A full storage forgets it: then the map is arranged anew, and nothing is lost. */
export function rememberPlaces(picture: string, places: Places): void {
  const all = withPlaces(readPlaces(localStorage.getItem(STORED)), picture, places);
  try {
    localStorage.setItem(STORED, JSON.stringify(all));
  } catch {
    localStorage.removeItem(STORED);
  }
}
