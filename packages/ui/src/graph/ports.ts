import type { Point } from './layout.ts';

/** From where a drawing is looked at. */
export interface Port {
  zoom: number;
  pan: Point;
}

/** Where a drawing is in the window, in pixels; what is scrolled away counts as if it were there. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How a picture was seen. */
export interface Seen {
  port: Port;
  place: Place;
  /** True when nobody had zoomed or panned. */
  isWhole: boolean;
}

/** The number of pictures of which that is remembered. */
const MOST_SEEN = 40;

/** Only of this window, like the places of nodes; the latest comes last. */
const remembered = new Map<string, Seen>();

/** How the picture was seen when that was remembered last. */
export const seenOf = (picture: string): Seen | undefined => remembered.get(picture);

/** Remembers how a picture is seen. */
export function rememberSeen(picture: string, seen: Seen): void {
  remembered.delete(picture);
  remembered.set(picture, seen);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_SEEN && oldest !== undefined) remembered.delete(oldest);
}

/** Forgets how all pictures were seen whose names begin like this. */
export function forgetSeen(begin: string): void {
  for (const picture of remembered.keys()) if (picture.startsWith(begin)) remembered.delete(picture);
}
