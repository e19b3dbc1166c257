import { setImmediate as nextTurn } from 'node:timers/promises';
import { lessonsWithText } from '@twicewise/store';
import type { Services } from './services.ts';

/** Lessons whose texts are read before others get a turn; about 2 ms. */
const PER_TURN = 128;

/**
 * Which of these lessons the text filter keeps, by their place in the order of truth. Their texts are not in the index,
 * so they are read from the file, some at a time; null when nothing filters.
 */
export async function withText(
  services: Services,
  text: string | undefined,
  candidates: () => readonly number[],
): Promise<ReadonlySet<number> | null> {
  if (text === undefined || text.trim() === '') return null;
  const seqs = candidates();
  const kept = new Set<number>();
  for (let from = 0; from < seqs.length; from += PER_TURN) {
    for (const seq of lessonsWithText(services.db(), seqs.slice(from, from + PER_TURN), text)) kept.add(seq);
    await nextTurn();
  }
  return kept;
}
