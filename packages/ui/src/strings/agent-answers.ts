import { count, plural } from './numbers.ts';
import { noLesson, wayOf } from './occasions.ts';

/** Texts about what agents were shown. */
export const agentAnswers = {
  title: 'What agents were shown, and what followed',
  none: 'No agent has been shown a lesson yet.',
  noneHint: 'Each answer with lessons is listed here, with the attempt that followed. Activity lists every answer.',
  loading: 'Loading what agents were shown…',
  failed: 'Could not load what agents were shown.',
  occasion: (trigger: string, operation: string) => wayOf(trigger, operation).asked,
  someone: 'An agent',
  tokens: (value: number) => plural(value, 'token', 'tokens'),
  took: (ms: number) => (ms < 10 ? `${ms.toFixed(1)} ms` : `${count(Math.round(ms))} ms`),
  gone: 'A lesson no longer there',
  used: 'used',
  followed: 'then stored',
  nothing: 'no result yet',
  noLesson,
  earlierSession: 'earlier session',
  goneSession: 'A session no longer there',
  more: (value: number) => plural(value, 'more lesson', 'more lessons'),
  older: 'Show older',
  text: {
    show: 'Show text',
    hide: 'Hide text',
    name: (occasion: string, time: string) => `${occasion}, ${time}`,
    of: (deed: string, name: string) => `${deed}: ${name}`,
    label: 'Text that was shown',
    loading: 'Loading the text…',
    failed: 'Could not load the text.',
    exact: (letters: number) => `Word for word, ${plural(letters, 'character', 'characters')}`,
    data: (letters: number) =>
      `Data, ${plural(letters, 'character', 'characters')}: the program made its own text of it`,
    cut: (shown: number) => `Only the first ${count(shown)} are kept.`,
    copy: 'Copy text',
    copied: 'Copied the text that was shown',
    none: 'text not kept',
    noneTitle: 'Shown before texts were kept, or too long ago: the newest 16 MB of texts are kept.',
    missing: {
      not_kept: 'No text is kept: it was shown before texts were kept, or too long ago.',
      purged: 'The text was removed: it held words of something that was purged.',
    },
  },
};
