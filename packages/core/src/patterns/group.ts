import type { CaseOutcome, Source } from './cases.ts';
import { numbersOf, type Vocabulary, type Words } from './vocabulary.ts';

/** One thing that a record says of a pattern. */
export interface Member {
  /** What the record is; its words stand in the file. */
  source: Pick<Source, 'id' | 'at' | 'word'>;
  /** Its place in what the record says. */
  place: number;
  /** The side on which members of a group may differ. */
  free: Words;
  outcome: CaseOutcome | null;
}

/** Overlap from which two triggers of one action, or two actions against one error, are the same; that of near tasks. */
const NEAR = 0.6;
/** Most different wordings that are compared with each other; of more, only equal ones belong together. */
const MAX_COMPARED = 64;

/** Whether somebody stands for it; what a file says is no more than a case. */
const isAsserted = ({ source: { word } }: Member) => word !== null && word.by !== 'file';

/** Whether the first is said before the other: a word on a pattern before its cases, so that its name stays. */
function isBefore(one: Member, other: Member): boolean {
  if (isAsserted(one) !== isAsserted(other)) return isAsserted(one);
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

/**
 * Members of one group put together by the side on which they may differ: whatever is near another belongs to it, and so on
 * (single linkage), so the parts do not depend on the order in which they came.
 */
export function clustersOf(members: readonly Member[], vocabulary: Vocabulary): Member[][] {
  const wordings = wordingsOf(members);
  if (wordings.length === 1 || wordings.length > MAX_COMPARED) return wordings.map((wording) => wording.members);
  const waiting = new Set(wordings);
  const clusters: Member[][] = [];
  for (const start of wordings) {
    if (!waiting.delete(start)) continue;
    const cluster = [start];
    // The list grows while it is walked: each that joins may bring others.
    for (const near of cluster) {
      for (const other of waiting) {
        if (vocabulary.overlap(near.numbers, other.numbers) < NEAR) continue;
        waiting.delete(other);
        cluster.push(other);
      }
    }
    clusters.push(cluster.flatMap((wording) => wording.members));
  }
  return clusters;
}
