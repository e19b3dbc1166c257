import type { CaseOutcome, Source } from './cases.ts';
import { numbersOf, type Vocabulary, type Words } from './vocabulary.ts';

/** One statement of a record about a pattern. */
export interface Member {
  /** The record without its texts, which stay in the file. */
  source: Pick<Source, 'id' | 'at' | 'word' | 'sessionId'>;
  /** Position among the record's statements. */
  place: number;
  /** The side in which members of a group may differ. */
  free: Words;
  outcome: CaseOutcome | null;
}

/** Key of an attempt: the session, or the record if it has none. The lessons and the episode of a session are one attempt. */
export function attemptOf({ source: { id, sessionId } }: Member): string {
  return sessionId ?? id;
}

/**
 * Overlap from which two triggers of one action count as the same. Higher than for similar tasks, because one word may name
 * another thing.
 */
const NEAR = 0.75;
/** Maximum number of wordings that are all compared with each other. Above it, only those near an asserted wording are joined. */
const MAX_COMPARED = 64;

/** Whether an agent or a person asserts it; a file counts only as a case. */
const isAsserted = ({ source: { word } }: Member) => word !== null && word.by !== 'file';

/** Rank for choosing the wording of a pattern: an assertion first, then a case, a file last. */
function standing({ source: { word } }: Member): number {
  if (word === null) return 1;
  return word.by === 'file' ? 2 : 0;
}

/** Sort order: claims come before cases, so that a pattern keeps its name. */
function isBefore(one: Member, other: Member): boolean {
  if (standing(one) !== standing(other)) return standing(one) < standing(other);
  const [a, b] = [one.source.at ?? '', other.source.at ?? ''];
  if (a !== b) return a < b;
  return one.source.id === other.source.id ? one.place < other.place : one.source.id < other.source.id;
}

/** The member whose wording represents all. */
export function firstOf(members: readonly Member[]): Member {
  const [any] = members;
  if (!any) throw new Error('a pattern has at least one member');
  return members.reduce((first, member) => (isBefore(member, first) ? member : first), any);
}

/** Members with the same wording. */
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

/** Joins each wording to the first asserted wording it is near; the others stay alone. */
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

/** Joins wordings that are near each other, directly or through others (single linkage). */
function linked(wordings: readonly Wording[], isNear: IsNear): Wording[][] {
  const waiting = new Set(wordings);
  const clusters: Wording[][] = [];
  for (const start of wordings) {
    if (!waiting.delete(start)) continue;
    const cluster = [start];
    // The list grows during the loop: each added wording may bring others.
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

/** Clusters the members of a group by the side in which they may differ, independent of their order. */
export function clustersOf(members: readonly Member[], vocabulary: Vocabulary): Member[][] {
  const wordings = wordingsOf(members);
  const isNear: IsNear = (one, other) => vocabulary.overlap(one.numbers, other.numbers) >= NEAR;
  const clusters = wordings.length > MAX_COMPARED ? aroundAsserted(wordings, isNear) : linked(wordings, isNear);
  return clusters.map((cluster) => cluster.flatMap((wording) => wording.members));
}
