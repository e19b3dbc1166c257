import { counted, type Reflection } from '@twicewise/contract';

/**
 * Groups of a brief: attempts that failed, that worked, or that were only made, and facts or conventions, which are no attempts.
 * A success counts as worked only if it was measured or reported.
 */
export type Group = 'failed' | 'worked' | 'tried' | 'known';

/** The heading of each group. */
export const HEADINGS: Readonly<Record<Group, string>> = {
  failed: 'FAILED BEFORE',
  worked: 'WORKED BEFORE',
  tried: 'TRIED BEFORE',
  known: 'KNOWN HERE',
};

/** Singular and plural of each group. */
const NOUNS: Readonly<Record<Group, readonly [string, string]>> = {
  failed: ['warning', 'warnings'],
  worked: ['success', 'successes'],
  tried: ['other attempt', 'other attempts'],
  known: ['note', 'notes'],
};

/** The number of lessons in a group, for the opening line. For warnings and successes it also says when there are none. */
export function countOf(group: Group, count: number): string[] {
  return (group === 'tried' || group === 'known') && count === 0 ? [] : [counted(count, ...NOUNS[group])];
}

/** The words that groups can add to a text: their headings, and the nouns that most texts do not have. */
export const HEADED: readonly string[] = [...Object.values(HEADINGS), NOUNS.tried[1], NOUNS.known[1]];

/** The order of the groups. */
export function orderOf(fixesFirst: boolean): readonly Group[] {
  return fixesFirst ? ['worked', 'failed', 'known', 'tried'] : ['failed', 'worked', 'known', 'tried'];
}

/** The group of a lesson. A lesson without a known success is a warning as soon as it says what did not work. */
export function groupOf({ kind, outcome, outcomeSource, whatDidNotWork }: Reflection): Group {
  if (kind === 'note') return 'known';
  if (outcome === 'success') return outcomeSource === 'defaulted' ? 'tried' : 'worked';
  return outcome === 'failure' || whatDidNotWork.length > 0 ? 'failed' : 'tried';
}
