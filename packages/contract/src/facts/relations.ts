import type { CausalRelation } from '../domain/episode.ts';

/** What the first of two things does to the second, in the words that people read. */
export const RELATION_WORDS: Readonly<Record<CausalRelation, string>> = {
  causes: 'leads to',
  enables: 'makes possible',
  prevents: 'prevents',
  correlates: 'goes along with',
  precedes: 'comes before',
};
