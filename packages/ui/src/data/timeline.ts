import type { Episode, EpisodeDecision, EpisodeEvent, EpisodeLink, OutputOf } from '@twicewise/contract';

/** A decision or an event of a session, with its relations to others. */
export type TimelineItem = { refs: Reference[] } & (
  | ({ kind: 'decision' } & EpisodeDecision)
  | ({ kind: 'event' } & EpisodeEvent)
);

/** A decision among them. */
export type TimelineDecision = Extract<TimelineItem, { kind: 'decision' }>;

/** A link as seen from one of its ends. `forward`: the other end is an effect of this one, or later. */
export interface Reference {
  id: string;
  direction: 'forward' | 'backward';
  relation: EpisodeLink['relation'];
  basis: EpisodeLink['basis'];
  /** How it is known besides, where its log says it and somebody confirmed that. */
  also: EpisodeLink['basis'] | null;
  /** The edge, whose evidence says who spoke of it later, and when; null where nobody did. */
  edgeId: string | null;
  isDisputed: boolean;
}

/** The fields of an item that decide its position. */
type Timed = Pick<EpisodeEvent, 'id' | 'at' | 'timeQuality'>;

const isExact = ({ at, timeQuality }: Timed) => at !== null && timeQuality === 'exact';
const isDated = ({ at, timeQuality }: Timed) => at !== null && timeQuality !== 'unknown';

/** Sorts the items that can be compared, within the positions they had; the others stay in place. */
function ordered<T>(all: readonly T[], isIn: (one: T) => boolean, key: (one: T) => string): T[] {
  const sorted = all.filter(isIn).sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  let next = 0;
  return all.map((one) => (isIn(one) ? (sorted[next++] ?? one) : one));
}

/**
 * A dated item, followed by the items without a time that were recorded right after it. The first stretch may have no dated item.
 */
type Stretch<T> = readonly [head: T, ...rest: T[]];

function stretchesOf<T extends Timed>(items: readonly T[]): Stretch<T>[] {
  const stretches: [T, ...T[]][] = [];
  for (const item of items) {
    const last = stretches.at(-1);
    if (last && !isDated(item)) last.push(item);
    else stretches.push([item]);
  }
  return stretches;
}

/**
 * Sorts by day where it is known, and within a day by exact time; an item with only a day is not ordered against others of that
 * day.
 */
function byTime<T extends Timed>(lists: readonly (readonly T[])[]): T[] {
  const all = lists.flatMap(stretchesOf);
  const dated = all.filter(([head]) => isDated(head));
  const byDay = ordered(
    dated,
    () => true,
    ([head]) => head.at?.slice(0, 10) ?? '',
  );
  const byHour = ordered(
    byDay,
    ([head]) => isExact(head),
    ([head]) => head.at ?? '',
  );
  return [...all.filter(([head]) => !isDated(head)), ...byHour].flat();
}

/** Inserts a place into a sorted list. */
function insert(places: number[], place: number): void {
  const at = places.findIndex((other) => other > place);
  if (at < 0) places.push(place);
  else places.splice(at, 0, place);
}

/**
 * The order of a timeline. Links come first: nothing stands before its cause. Without links, items are ordered by time as far as
 * it is known; an item without a time stays behind the one it was recorded after, in its own list. Correlation has no direction.
 * If links form a cycle, its items come last, ordered by time; none is ever left out.
 */
export function inOrder<T extends Timed>(lists: readonly (readonly T[])[], links: readonly EpisodeLink[]): T[] {
  const timed = byTime(lists);
  const placeOf = new Map(timed.map(({ id }, place) => [id, place]));
  const next = timed.map((): number[] => []);
  const waits = timed.map(() => 0);
  for (const { from, to, relation } of links) {
    const [a, b] = [placeOf.get(from), placeOf.get(to)];
    if (relation === 'correlates' || a === undefined || b === undefined || a === b) continue;
    next[a]?.push(b);
    waits[b] = (waits[b] ?? 0) + 1;
  }
  const free = waits.flatMap((count, place) => (count === 0 ? [place] : []));
  const taken = new Set<number>();
  for (let place = free.shift(); place !== undefined; place = free.shift()) {
    taken.add(place);
    for (const after of next[place] ?? []) {
      waits[after] = (waits[after] ?? 0) - 1;
      if (waits[after] === 0) insert(free, after);
    }
  }
  const circular = timed.map((_, place) => place).filter((place) => !taken.has(place));
  return [...taken, ...circular].flatMap((place) => timed[place] ?? []);
}

/** Causes come before correlation and order in time; within one relation, the causes of an item come before its effects. */
const WEIGHT = { causes: 0, enables: 1, prevents: 2, correlates: 3, precedes: 4 } as const;
const weight = ({ relation, direction }: Reference) => WEIGHT[relation] * 2 + (direction === 'forward' ? 1 : 0);

const tieOf = ({ from, to, relation }: Pick<EpisodeLink, 'from' | 'to' | 'relation'>) => `${from} ${to} ${relation}`;
const byTie = <T extends EpisodeLink | Disputed>(links: readonly T[]) => new Map(links.map((one) => [tieOf(one), one]));

type Said = OutputOf<'causal.ofEpisode'>['links'][number];
type Disputed = OutputOf<'causal.ofEpisode'>['disputed'][number];

/** The links of each item, most informative first. */
export function referencesOf(
  links: readonly EpisodeLink[],
  said: ReadonlyMap<string, Said> = new Map(),
  disputed: ReadonlyMap<string, Disputed> = new Map(),
): Map<string, Reference[]> {
  const byItem = new Map<string, Reference[]>();
  const add = (id: string, reference: Reference) => {
    const known = byItem.get(id);
    if (known) known.push(reference);
    else byItem.set(id, [reference]);
  };
  for (const link of links) {
    const { from, to, relation, basis } = link;
    const [later, against] = [said.get(tieOf(link)), disputed.get(tieOf(link))];
    const also = later && later.basis !== basis ? later.basis : null;
    const edgeId = (against ?? later)?.edgeId ?? null;
    const known = { relation, basis, also, edgeId, isDisputed: against !== undefined };
    add(from, { id: to, direction: 'forward', ...known });
    add(to, { id: from, direction: 'backward', ...known });
  }
  for (const references of byItem.values()) references.sort((a, b) => weight(a) - weight(b));
  return byItem;
}

/**
 * Everything that happened in a session, in the order of {@link inOrder}. What was `said` of its items later is shown with them,
 * and moves none of them: it is no part of the session's course. What of its log is `disputed` is marked.
 */
export function timelineOf(
  { decisions, events, links }: Pick<Episode, 'decisions' | 'events' | 'links'>,
  said: readonly Said[] = [],
  disputed: readonly Disputed[] = [],
): TimelineItem[] {
  const own = byTie(links);
  const others = said.filter((link) => !own.has(tieOf(link)));
  const references = referencesOf([...links, ...others], byTie(said), byTie(disputed));
  const refsOf = (id: string) => references.get(id) ?? [];
  const decided = decisions.map((one): TimelineItem => ({ kind: 'decision', refs: refsOf(one.id), ...one }));
  const happened = events.map((one): TimelineItem => ({ kind: 'event', refs: refsOf(one.id), ...one }));
  return inOrder([decided, happened], links);
}

/** The text of an item, in one line at most. */
export function nameOf(item: TimelineItem): string {
  const text = item.kind === 'decision' ? item.chosen : item.content;
  return text.replace(/\s+/g, ' ').trim();
}

/** The number of items per kind of time. A time of unknown quality counts as none. */
export function timesIn(items: readonly Timed[]): Record<EpisodeEvent['timeQuality'], number> {
  const exact = items.filter(isExact).length;
  const day = items.filter(isDated).length - exact;
  return { exact, day, unknown: items.length - exact - day };
}

/** True for a commit whose text only says again that it is one, and its hash. */
export function saysNoMore({
  type,
  content,
  commitSha,
}: Pick<EpisodeEvent, 'type' | 'content' | 'commitSha'>): boolean {
  if (type !== 'commit' || commitSha === null || content.length > 200) return false;
  const rest = content.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return rest.every(
    (word) =>
      word === 'commit' ||
      word === 'sha' ||
      word.startsWith(commitSha) ||
      (word.length > 6 && commitSha.startsWith(word)),
  );
}
