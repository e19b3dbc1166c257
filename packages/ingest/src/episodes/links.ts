import type { EpisodeLink } from '@twicewise/contract';

/** What is wrong with a link. */
export type LinkFault = 'dangling' | 'own' | 'repeated' | 'contradictory' | 'cycle';

/** Text for each fault, to be placed after the link itself. */
export const FAULT_SAYS: Readonly<Record<LinkFault, string>> = {
  dangling: 'names an item that is not there',
  own: 'leads from an item to itself',
  repeated: 'is there twice',
  contradictory: 'says the opposite of another one',
  cycle: 'closes a circle: an item would be its own cause',
};

/** Relations that contradict each other when they link the same two items. */
const OPPOSED = new Set(['causes', 'enables']);

function keyOf({ from, to, relation }: EpisodeLink): string {
  return JSON.stringify(relation === 'correlates' && to < from ? [to, from, relation] : [from, to, relation]);
}

/** `correlates` has no direction, so it cannot close a cycle. */
const isDirected = ({ relation }: EpisodeLink) => relation !== 'correlates';

/** Links, grouped by the item they start from. */
function outgoing(links: readonly EpisodeLink[]): Map<string, EpisodeLink[]> {
  const next = new Map<string, EpisodeLink[]>();
  for (const link of links) {
    if (!isDirected(link)) continue;
    const known = next.get(link.from);
    if (known) known.push(link);
    else next.set(link.from, [link]);
  }
  return next;
}

/**
 * The links that close a cycle: a depth-first walk from each item finds those that lead back to an item on the path. Without them
 * there is no cycle. Linear in items and links.
 */
function closing(links: readonly EpisodeLink[]): Set<EpisodeLink> {
  const next = outgoing(links);
  const state = new Map<string, 'open' | 'done'>();
  const found = new Set<EpisodeLink>();
  for (const start of next.keys()) {
    if (state.has(start)) continue;
    const path = [{ id: start, taken: 0 }];
    state.set(start, 'open');
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const link = next.get(here.id)?.[here.taken++];
      if (link === undefined) {
        state.set(here.id, 'done');
        path.pop();
      } else if (state.get(link.to) === 'open') found.add(link);
      else if (!state.has(link.to)) {
        state.set(link.to, 'open');
        path.push({ id: link.to, taken: 0 });
      }
    }
  }
  return found;
}

/**
 * The links that can stand together, in their order, and each refused link with its reason. Of two conflicting links the first is
 * kept.
 */
export interface Sifted {
  kept: EpisodeLink[];
  refused: { link: EpisodeLink; fault: LinkFault }[];
}

function faultOf(link: EpisodeLink, ids: ReadonlySet<string>, known: ReadonlySet<string>): LinkFault | null {
  if (!ids.has(link.from) || !ids.has(link.to)) return 'dangling';
  if (link.from === link.to) return 'own';
  if (known.has(keyOf(link))) return 'repeated';
  const opposites = link.relation === 'prevents' ? [...OPPOSED] : OPPOSED.has(link.relation) ? ['prevents'] : [];
  const isOpposed = opposites.some((relation) => known.has(keyOf({ ...link, relation } as EpisodeLink)));
  return isOpposed ? 'contradictory' : null;
}

/** Removes links that dangle, repeat or contradict another, or close a cycle (R10). */
export function siftLinks(ids: ReadonlySet<string>, links: readonly EpisodeLink[]): Sifted {
  const kept: EpisodeLink[] = [];
  const refused: Sifted['refused'] = [];
  const known = new Set<string>();
  for (const link of links) {
    const fault = faultOf(link, ids, known);
    if (fault) refused.push({ link, fault });
    else {
      known.add(keyOf(link));
      kept.push(link);
    }
  }
  const circular = closing(kept);
  for (const link of circular) refused.push({ link, fault: 'cycle' });
  return { kept: kept.filter((link) => !circular.has(link)), refused };
}

interface Timed {
  id: string;
  at: string | null;
  timeQuality: 'exact' | 'day' | 'unknown';
}

/** Sorts the items that have an exact time among the positions of such items; the others keep their position (R9). */
function byTime<T extends Timed>(items: readonly T[]): T[] {
  const isExact = ({ at, timeQuality }: T) => at !== null && timeQuality === 'exact';
  const timed = items
    .filter(isExact)
    .sort((a, b) => ((a.at as string) < (b.at as string) ? -1 : a.at === b.at ? 0 : 1));
  let next = 0;
  return items.map((item) => (isExact(item) ? (timed[next++] as T) : item));
}

/** Where an item belongs in an ascending list of places. */
function placeFor(places: readonly number[], place: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A place, and the number of steps before the item at that place. Of equal places, the one with most steps comes first. */
interface Standing {
  place: number;
  steps: number;
}

/**
 * The position of each item as far as links do not decide: an item with a time has its own place, one without has a place no
 * later than what it leads to. Otherwise the cause of an early decision would push that decision behind later ones. Cycles are
 * skipped.
 */
function placesOf(names: readonly string[], timed: ReadonlySet<string>, next: ReadonlyMap<string, EpisodeLink[]>) {
  const known = new Map<string, Standing>();
  const open = new Set<string>();
  const own = new Map(names.map((name, place) => [name, { place, steps: 0 }]));
  const first = (a: Standing, b: Standing) => (b.place < a.place || (b.place === a.place && b.steps > a.steps) ? b : a);
  // Depth first without recursion, because a chain may be as long as an episode.
  for (const start of names) {
    const path = known.has(start) ? [] : [{ name: start, looked: 0 }];
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const { name } = here;
      open.add(name);
      const effects = timed.has(name) ? [] : (next.get(name) ?? []);
      const effect = effects[here.looked++]?.to;
      if (effect !== undefined) {
        if (!known.has(effect) && !open.has(effect)) path.push({ name: effect, looked: 0 });
        continue;
      }
      const before = effects
        .flatMap(({ to }) => known.get(to) ?? [])
        .map(({ place, steps }) => ({ place, steps: steps + 1 }));
      known.set(name, before.reduce(first, own.get(name) ?? { place: 0, steps: 0 }));
      open.delete(name);
      path.pop();
    }
  }
  return known;
}

/**
 * Sorts items in causal order: a cause comes before its effect, also through other items of the episode. Where links do not
 * decide, items are sorted by time; where times do not decide either, they keep the order of the episode. The links must have no
 * cycle.
 */
export function causalOrder<T extends Timed>(items: readonly T[], links: readonly EpisodeLink[]): T[] {
  const next = outgoing(links);
  const inOrder = byTime(items);
  const others = links.flatMap(({ from, to }) => [from, to]);
  const names = [...new Set([...inOrder.map(({ id }) => id), ...others])];
  const timed = new Set(
    items.filter(({ at, timeQuality }) => at !== null && timeQuality === 'exact').map(({ id }) => id),
  );
  const places = placesOf(names, timed, next);
  const standing = (name: string) => places.get(name) ?? { place: 0, steps: 0 };
  const inPlace = names.toSorted(
    (a, b) => standing(a).place - standing(b).place || standing(b).steps - standing(a).steps,
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  const placeOf = new Map(inPlace.map((name, place) => [name, place]));
  const waiting = new Map(inPlace.map((name) => [name, 0]));
  for (const { to } of [...next.values()].flat()) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const free = inPlace.flatMap((name, place) => (waiting.get(name) === 0 ? [place] : []));
  const ordered: T[] = [];
  for (let place = free.shift(); place !== undefined; place = free.shift()) {
    const name = inPlace[place] as string;
    const item = byId.get(name);
    if (item) ordered.push(item);
    for (const { to } of next.get(name) ?? []) {
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      const there = placeOf.get(to) ?? 0;
      if (left === 0) free.splice(placeFor(free, there), 0, there);
    }
  }
  // Keeps every item even if there is a cycle.
  const told = new Set(ordered);
  const rest = inPlace.flatMap((name) => byId.get(name) ?? []).filter((item) => !told.has(item));
  return rest.length === 0 ? ordered : [...ordered, ...rest];
}
