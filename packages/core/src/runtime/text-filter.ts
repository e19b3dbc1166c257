import { setImmediate as nextTurn } from 'node:timers/promises';
import { termsOf } from '@twicewise/search';
import {
  attemptsWithText,
  episodesWithText,
  lessonsWithText,
  MAX_FILTER_WORDS,
  type ReadableDb,
  turnsWithText,
} from '@twicewise/store';
import type { Services } from './services.ts';

/** Words of a filter of turns, whose texts are found by their terms. */
const wordsOf = (text: string) =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_FILTER_WORDS)
    .map((word) => ({ word, terms: termsOf(word) }));

/** Where texts are read from, and how many are read before yielding; about 2 ms. */
const SOURCES = {
  lessons: { read: lessonsWithText, perTurn: 128 },
  episodes: { read: episodesWithText, perTurn: 8 },
  attempts: { read: attemptsWithText, perTurn: 8 },
  turns: { read: (db, seqs, text) => turnsWithText(db, seqs, wordsOf(text)), perTurn: 64 },
} as const satisfies Record<
  string,
  { read: (db: ReadableDb, seqs: readonly number[], text: string) => number[]; perTurn: number }
>;

/**
 * The `seq` of the records that match the text filter. The index does not hold their texts, so they are read from the file in
 * groups, in the order of the candidates, until `enough` are found. Null without a text filter.
 */
export async function withText(
  services: Services,
  text: string | undefined,
  candidates: () => readonly number[],
  source: keyof typeof SOURCES = 'lessons',
  enough = Number.POSITIVE_INFINITY,
): Promise<ReadonlySet<number> | null> {
  if (text === undefined || text.trim() === '') return null;
  const seqs = candidates();
  const { read, perTurn } = SOURCES[source];
  const kept = new Set<number>();
  for (let from = 0; from < seqs.length && kept.size < enough; from += perTurn) {
    for (const seq of read(services.db(), seqs.slice(from, from + perTurn), text)) kept.add(seq);
    await nextTurn();
  }
  return kept;
}
