import type { OutputOf } from '@twicewise/contract';
import { count, plural, quoted } from './numbers.ts';
import { wayOf } from './occasions.ts';

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
  late: 'Search by meaning has not answered yet, so only words were looked for.',
  weak: (total: number) => `${plural(total, 'lesson is', 'lessons are')} hardly relevant.`,
  filtered: 'Active filters apply too.',
  byMeaning: ({ state, message, done, total }: OutputOf<'host.status'>['vectors']) => {
    if (state === 'filling')
      return `Search by meaning has read ${count(done)} of ${plural(total, 'lesson', 'lessons')} so far.`;
    if (state === 'off') return 'Search by meaning is off, so only words were looked for. Turn it on in Settings.';
    return `Only words were looked for. ${message}`;
  },
  showWeak: 'Show them',
  showWeakOne: 'Show it',
  hideWeak: 'Only relevant ones',
  failed: 'The search failed.',
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
  rank: (rank: number) => `rank ${count(rank)}`,
  tokens: (value: number) => plural(value, 'token', 'tokens'),
  used: 'used',
  notUsed: 'the agent did not say it used it',
  waiting: 'no attempt since',
  followed: 'then stored',
  older: 'Show older',
};
