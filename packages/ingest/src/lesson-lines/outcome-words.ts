import { type Outcome, outcome } from '@twicewise/contract';

const WORDS: Record<Exclude<Outcome, 'unknown'>, string> = {
  success:
    'passed pass ok okay done completed complete succeeded succeed successful fixed resolved solved merged green yes true',
  failure:
    'failed failure fail unsuccessful abandoned cancelled canceled reverted error errored aborted abort crashed timeout timed_out broken rejected red no false',
  partial:
    'mixed incomplete in_progress inprogress partially partially_done partial_success blocked stuck wip pending superseded deferred paused suspended on_hold halted waiting unfinished not_done not_ready not_ready_yet',
};

const KNOWN = new Map<string, Outcome>(
  Object.entries(WORDS).flatMap(([result, words]) =>
    words.split(' ').map((word) => [word, result as Outcome] as const),
  ),
);

/** One of our outcomes, and the word of the source where that was different (X2). */
export interface NormalisedOutcome {
  outcome: Outcome;
  native: string | null;
}

/** Maps the word of another system to ours. An unknown word gives `unknown` and is kept beside it; it is never guessed. */
export function normaliseOutcome(word: string): NormalisedOutcome {
  const own = outcome.safeParse(word);
  if (own.success) return { outcome: own.data, native: null };
  const key = word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (key === '') return { outcome: 'unknown', native: null };
  const spelled = outcome.safeParse(key);
  return { outcome: spelled.success ? spelled.data : (KNOWN.get(key) ?? 'unknown'), native: word };
}
