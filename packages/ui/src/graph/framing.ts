import type { Point } from './layout.ts';
import { type Place, type Port, rememberSeen, type Seen, seenOf } from './ports.ts';

/** What the framing needs of a drawing. */
export interface Stage {
  /** Measures where the drawing is in the window. */
  place: () => Place;
  port: () => Port;
  /** Looks through another port at once, and ends what still moves. */
  go: (port: Port) => void;
  /** Shows all of it; with a lead, as much of it around the lead as can be read. */
  fit: (lead: string | null) => void;
}

/** Less than this is no move of a person: numbers are rounded on the way. */
const NEAR = 0.5;
const isNear = (a: number, b: number) => Math.abs(a - b) < NEAR;
const isSame = (a: Port, b: Port) =>
  Math.abs(a.zoom - b.zoom) < 1e-6 && isNear(a.pan.x, b.pan.x) && isNear(a.pan.y, b.pan.y);
const hasSize = (a: Place, b: Place) => isNear(a.width, b.width) && isNear(a.height, b.height);

const shifted = ({ zoom, pan }: Port, { x, y }: Point): Port => ({ zoom, pan: { x: pan.x + x, y: pan.y + y } });
/** How far the middle moves from one place to the other. */
const growth = (from: Place, to: Place): Point => ({
  x: (to.width - from.width) / 2,
  y: (to.height - from.height) / 2,
});

/**
 * What of a map is seen: all of it, also when its place changes size, until the person zooms or pans. From then on a panel that opens
 * beside it moves nothing on the screen. When it closes, or an earlier picture comes back, all is seen as it was.
 */
export function framing(stage: Stage) {
  let picture: string | null = null;
  let around: string | null = null;
  let place = stage.place();
  let hasPanel = false;
  /** The port as the map set it last; another one is the person's. */
  let own = stage.port();
  let isWhole = false;

  const isOwn = () => isSame(own, stage.port());
  const go = (port: Port) => {
    stage.go(port);
    own = port;
  };
  const nameOf = () => `${picture} ${hasPanel}`;
  const keep = () => {
    if (picture !== null) rememberSeen(nameOf(), { port: stage.port(), place, isWhole: isWhole && isOwn() });
  };
  const frame = (lead: string | null = null) => {
    around = lead;
    place = stage.place();
    stage.fit(lead);
    own = stage.port();
    isWhole = true;
  };
  const restore = (seen: Seen) => {
    place = stage.place();
    if (seen.isWhole && !hasSize(seen.place, place)) return frame(around);
    go(shifted(seen.port, growth(seen.place, place)));
    isWhole = seen.isWhole;
  };
  return {
    frame,
    /** Shows another picture: as it was seen last, else all of a fresh one, and one that is not where it is. True when it was fitted. */
    look(next: string, lead: string | null, isFresh: boolean): boolean {
      const isOther = next !== picture;
      if (isOther) keep();
      picture = next;
      const seen = isOther ? seenOf(nameOf()) : undefined;
      around = lead;
      if (seen) restore(seen);
      else if (isFresh) frame(lead);
      return !seen && isFresh;
    },
    /** The place has another size. True when all was fitted again. */
    resize(): boolean {
      const before = place;
      place = stage.place();
      if (hasSize(before, place)) return false;
      isWhole &&= isOwn();
      if (isWhole) frame(around);
      // The centre of the view stays the same.
      else go(shifted(stage.port(), growth(before, place)));
      return isWhole;
    },
    /** A panel was opened or closed, which gives the map another place. */
    panel(isOpen: boolean) {
      if (isOpen === hasPanel) return;
      keep();
      const before = place;
      const wasOwn = isOwn();
      hasPanel = isOpen;
      place = stage.place();
      isWhole &&= wasOwn;
      if (!isOpen && wasOwn) {
        const seen = picture === null ? undefined : seenOf(nameOf());
        if (seen) return restore(seen);
      }
      if (isWhole && !hasSize(before, place)) return frame(around);
      go(shifted(stage.port(), { x: before.left - place.left, y: before.top - place.top }));
    },
    /** The map itself moves to a port, in its own time. */
    moves(port: Port) {
      if (isOwn()) own = port;
    },
    keep,
  };
}
