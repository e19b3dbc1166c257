import type { HitReason, OutputOf } from '@twicewise/contract';
import { count, percent, plural } from './numbers.ts';
import { wayOf } from './occasions.ts';

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');

/** Texts for searching lessons. */
export const search = {
  label: 'Search lessons',
  hint: 'Search lessons',
  hits: 'Lessons found',
  found: (total: number) => plural(total, 'relevant lesson', 'relevant lessons'),
  withWeak: (total: number) => `${plural(total, 'lesson', 'lessons')}, hardly relevant ones included`,
  best: (shown: number, total: number) => `the best ${count(shown)} of ${count(total)}`,
  nothing: (words: string) => `Nothing relevant to “${words}”`,
  noWord: (words: string) => `No word to search for in “${words}”`,
  lookedFor: (terms: readonly string[], alsoByMeaning: boolean) =>
    `Looked for ${quoted(terms)}${alsoByMeaning ? ', and for lessons that are close in meaning' : ''}.`,
  unknown: (terms: readonly string[]) =>
    `No lesson has ${terms.length === 1 ? 'the word' : 'the words'} ${quoted(terms)}.`,
  cut: 'Only the first words of so long a text were looked for.',
  weak: (total: number) => `${plural(total, 'lesson is', 'lessons are')} hardly relevant.`,
  filtered: 'Active filters apply too.',
  byMeaning: ({ state, message, done, total }: OutputOf<'host.status'>['vectors']) => {
    if (state === 'filling')
      return `Search by meaning has read ${count(done)} of ${plural(total, 'lesson', 'lessons')}.`;
    if (state === 'off') return 'Search by meaning is off, so only words were looked for. Turn it on in Settings.';
    return `Only words were looked for. ${message}`;
  },
  showWeak: 'Show them',
  showWeakOne: 'Show it',
  hideWeak: 'Only relevant ones',
  failed: 'The search failed.',
};

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
  shareOf: (share: number) => (share > 0 && share < 0.01 ? 'under 1 %' : percent(share)),
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

/** Texts for similar lessons. */
export const similar = {
  title: 'Similar',
  loading: 'Looking for similar lessons…',
  failed: 'Could not look for similar lessons.',
  none: 'No similar lesson.',
};

/** Texts about exposures: who was shown a lesson. */
export const exposures = {
  title: 'Shown to agents',
  loading: 'Loading who was shown it…',
  failed: 'Could not load who was shown it.',
  none: 'No agent has been shown this yet.',
  someone: 'An agent',
  session: (name: string) => `session ${name}`,
  way: (trigger: string, operation: string | null) => wayOf(trigger, operation).shown,
  rank: (rank: number) => `place ${count(rank)}`,
  tokens: (value: number) => plural(value, 'token', 'tokens'),
  used: 'used',
  notUsed: 'not named as used',
  waiting: 'no attempt since',
  followed: 'then stored',
  older: 'Show older',
};
