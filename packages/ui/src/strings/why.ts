import type { HitReason } from '@twicewise/contract';
import { count, partPercent, percent, quoted } from './numbers.ts';

const how: Record<HitReason['terms'][number]['match'], (words: readonly string[]) => string> = {
  exact: (words) => `as ${quoted(words)}`,
  prefix: (words) => `begins ${quoted(words)}`,
  similar: (words) => `spelt like ${quoted(words)}`,
  synonym: (words) => `means much the same as ${quoted(words)}`,
};

const priors: Record<string, string> = {
  pinned: 'It is pinned',
  draft: 'It is a draft',
  superseded: 'It was superseded',
  archived: 'It is archived',
  helpful: 'It was marked helpful',
  stale: 'It is old',
};

/** Texts about why a lesson was found. */
export const why = {
  title: 'Why this is here',
  place: (rank: number, total: number) => `${count(rank)} of ${count(total)}`,
  relevance: 'Relevance',
  relevant: (value: number) => percent(value),
  words: 'Words of the search',
  same: 'the same word',
  how,
  missing: 'Not in it',
  share: 'share of the match',
  shareOf: partPercent,
  near: 'Close together',
  nearText: 'words of the search stand near each other',
  session: 'Same session',
  sessionText: 'its session has more that matches',
  vector: 'Meaning',
  vectorText: 'close in meaning by the language model',
  moved: (name: string, factor: number) => {
    const by = percent(Math.abs(factor - 1));
    return `${priors[name] ?? name}: ${factor < 1 ? `moved down by ${by}` : `moved up by ${by}`}.`;
  },
};
