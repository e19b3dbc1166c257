import { counted, type Reflection } from '@twicewise/contract';

/**
 * What is told of earlier attempts: that they failed, that they worked, or only that they were made. A success that nobody
 * measured or reported is none of the second. Beside them what is no attempt: conventions and facts.
 */
export type Group = 'failed' | 'worked' | 'tried' | 'known';

/** The line above each group. */
export const HEADINGS: Readonly<Record<Group, string>> = {
  failed: 'FAILED BEFORE',
  worked: 'WORKED BEFORE',
  tried: 'TRIED BEFORE',
  known: 'KNOWN HERE',
};

/** Nouns for one and for several. */
const NOUNS: Readonly<Record<Group, readonly [string, string]>> = {
  failed: ['warning', 'warnings'],
  worked: ['success', 'successes'],
  tried: ['other attempt', 'other attempts'],
  known: ['note', 'notes'],
};

/** How many there are of a group, for the opening line: of warnings and successes also that there are none. */
export function countOf(group: Group, count: number): string[] {
  return (group === 'tried' || group === 'known') && count === 0 ? [] : [counted(count, ...NOUNS[group])];
}

/** All that groups add to a text, at most: their headings, and a noun that most texts have not. */
export const HEADED: readonly string[] = [...Object.values(HEADINGS), NOUNS.tried[1], NOUNS.known[1]];

/** Groups in the order in which they are told. */
export function orderOf(fixesFirst: boolean): readonly Group[] {
  return fixesFirst ? ['worked', 'failed', 'known', 'tried'] : ['failed', 'worked', 'known', 'tried'];
}

/** Where a lesson is told. One without a known success is a warning as soon as it says what did not work. */
export function groupOf({ kind, outcome, outcomeSource, whatDidNotWork }: Reflection): Group {
  if (kind === 'note') return 'known';
  if (outcome === 'success') return outcomeSource === 'defaulted' ? 'tried' : 'worked';
  return outcome === 'failure' || whatDidNotWork.length > 0 ? 'failed' : 'tried';
}
