import type { Places } from './layout.ts';
import { forgetSeen } from './ports.ts';

/** The number of pictures whose positions are remembered, latest first. */
const MOST_PICTURES = 12;
/** The most positions kept for one picture, including those of nodes that are not on it at present. */
const MOST_PLACES = 700;

type Remembered = readonly (readonly [picture: string, places: Places])[];

/** The positions with this picture as the latest one. */
export function withPlaces(all: Remembered, picture: string, changed: Places): Remembered {
  const [, before = {}] = all.find(([name]) => name === picture) ?? [];
  const rest = Object.entries(before).filter(([id]) => !Object.hasOwn(changed, id));
  const places = Object.fromEntries([...rest, ...Object.entries(changed)].slice(-MOST_PLACES));
  return [[picture, places] as const, ...all.filter(([other]) => other !== picture)].slice(0, MOST_PICTURES);
}

/**
 * Only of this window: what is to be seen elsewhere too is in the link. Here it keeps nodes where they are while others come and
 * go, as when an agent records a session.
 */
let remembered: Remembered = [];

/** The positions of nodes when the picture was last shown. */
export function nodePlaces(picture: string): Places {
  return remembered.find(([name]) => name === picture)?.[1] ?? {};
}

/** Remembers the positions of nodes. */
export function rememberPlaces(picture: string, places: Places): void {
  remembered = withPlaces(remembered, picture, places);
}

/** Forgets the positions of a picture, so that it is arranged anew. */
export function forgetPlaces(picture: string): void {
  remembered = remembered.filter(([name]) => name !== picture);
  forgetSeen(`${picture} `);
}
