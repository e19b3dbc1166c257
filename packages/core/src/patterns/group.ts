import type { CaseOutcome, Source } from './cases.ts';
import { numbersOf, type Vocabulary, type Words } from './vocabulary.ts';

/** One thing that a record says of a pattern. */
export interface Member {
  /** What the record is; its words stand in the file. */
  source: Pick<Source, 'id' | 'at' | 'word' | 'sessionId'>;
  /** Its place in what the record says. */
  place: number;
  /** The side on which members of a group may differ. */
  free: Words;
  outcome: CaseOutcome | null;
}

/** What counts as one attempt: a session, or a record without one. Its lessons and its episode tell of the same. */
export function attemptOf({ source: { id, sessionId } }: Member): string {
  return sessionId ?? id;
}

/** Overlap from which two triggers of one action are the same. Above that of near tasks: one word may name another thing. */
const NEAR = 0.75;
/** Most different wordings that are compared with each other; of more, only those that are near an asserted one belong together. */
const MAX_COMPARED = 64;

/** Whether somebody stands for it; what a file says is no more than a case. */
const isAsserted = ({ source: { word } }: Member) => word !== null && word.by !== 'file';

/** Rank of a source whose words name a pattern: first an assertion, then a case, and last a file. */
function standing({ source: { word } }: Member): number {
  if (word === null) return 1;
  return word.by === 'file' ? 2 : 0;
}

/** Whether the first is said before the other: a word on a pattern before its cases, so that its name stays. */
function isBefore(one: Member, other: Member): boolean {
  if (standing(one) !== standing(other)) return standing(one) < standing(other);
  const [a, b] = [one.source.at ?? '', other.source.at ?? ''];
  if (a !== b) return a < b;
  return one.source.id === other.source.id ? one.place < other.place : one.source.id < other.source.id;
}

/** The one of them that speaks for all. */
export function firstOf(members: readonly Member[]): Member {
  const [any] = members;
  if (!any) throw new Error('a pattern has at least one member');
  return members.reduce((first, member) => (isBefore(member, first) ? member : first), any);
}

/** Members that say the same. */
interface Wording {
  members: Member[];
  numbers: readonly number[];
}

function wordingsOf(members: readonly Member[]): Wording[] {
  const known = new Map<Words, Wording>();
  for (const member of members) {
    const same = known.get(member.free);
    if (same) same.members.push(member);
    else known.set(member.free, { members: [member], numbers: numbersOf(member.free) });
  }
  return [...known.values()];
}

type IsNear = (one: Wording, other: Wording) => boolean;

/** Each to the first asserted wording that it is near, the others each for themselves. */
function aroundAsserted(wordings: readonly Wording[], isNear: IsNear): Wording[][] {
  const firsts = new Map(wordings.map((wording) => [wording, firstOf(wording.members)]));
  const [seeds, rest]: [Wording[], Wording[]] = [[], []];
  for (const [wording, first] of firsts) (isAsserted(first) ? seeds : rest).push(wording);
  const ofWording = (wording: Wording) => firsts.get(wording) ?? firstOf(wording.members);
  seeds.sort((a, b) => (isBefore(ofWording(a), ofWording(b)) ? -1 : 1));
  const clusters = new Map<Wording, Wording[]>(seeds.slice(0, MAX_COMPARED).map((seed) => [seed, [seed]]));
  const own: Wording[][] = seeds.slice(MAX_COMPARED).map((seed) => [seed]);
  for (const wording of rest) {
    const seed = [...clusters.keys()].find((other) => isNear(other, wording));
    if (seed) clusters.get(seed)?.push(wording);
    else own.push([wording]);
  }
  return [...clusters.values(), ...own];
}

/** Whatever is near another belongs to it, and so on (single linkage). */
function linked(wordings: readonly Wording[], isNear: IsNear): Wording[][] {
  const waiting = new Set(wordings);
  const clusters: Wording[][] = [];
  for (const start of wordings) {
    if (!waiting.delete(start)) continue;
    const cluster = [start];
    // The list grows while it is walked: each that joins may bring others.
    for (const near of cluster) {
      for (const other of waiting) {
        if (!isNear(near, other)) continue;
        waiting.delete(other);
        cluster.push(other);
      }
    }
    clusters.push(cluster);
  }
  return clusters;
}

/** Members of one group put together by the side on which they may differ; the order in which they came decides nothing. */
export function clustersOf(members: readonly Member[], vocabulary: Vocabulary): Member[][] {
  const wordings = wordingsOf(members);
  const isNear: IsNear = (one, other) => vocabulary.overlap(one.numbers, other.numbers) >= NEAR;
  const clusters = wordings.length > MAX_COMPARED ? aroundAsserted(wordings, isNear) : linked(wordings, isNear);
  return clusters.map((cluster) => cluster.flatMap((wording) => wording.members));
}
