import type { Outcome } from '@twicewise/contract';

/** The kind of an entry; `recent` for entries that were chosen before, `ask` for questions in the words that were typed. */
export type EntryKind = 'recent' | 'action' | 'view' | 'project' | 'lesson' | 'session' | 'attempt' | 'node' | 'ask';

/** An entry to choose. */
export interface Entry {
  /** Unique within its kind; recent choices are remembered by it. */
  key: string;
  kind: EntryKind;
  title: string;
  /** Where it belongs, such as a part of the interface or a project. */
  place?: string;
  /** Other words that find it; not shown. */
  alsoCalled?: string;
  /** Names of what is there, such as the settings of a part; all typed words must be in one of them. Not shown. */
  holds?: readonly string[];
  /** True when it leads to a screen or a part of one, where what its other words name is. */
  isPlace?: boolean;
  keys?: readonly string[];
  outcome?: Outcome;
  /** True when nobody stated the outcome. */
  isDoubtful?: boolean;
  /** Why it cannot be chosen now. */
  why?: string | null;
  run: () => void;
}

/** True when it can be chosen. */
export const isOpen = ({ why }: Entry) => !why;

const WORD = /[\p{L}\p{N}]+/gu;

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

/** Whether it is two neighbours of these words in one, as *backup* is *Back up*. */
const isTwoInOne = (typed: string, words: readonly string[]) =>
  words.some((word, index) => index > 0 && typed === `${words[index - 1]}${word}`);

function worth(typed: string, words: readonly string[]): number {
  const at = words.findIndex((word) => word.startsWith(typed));
  // People type the plural of what they look for.
  if (at < 0 && typed.length > 3 && words.includes(typed.replace(/s$/, ''))) return 3;
  if (at < 0 && isTwoInOne(typed, words)) return 4;
  if (at >= 0) return (words[at] === typed ? 4 : 3) + (at === 0 ? 1 : 0);
  return typed.length > 1 && words.some((word) => word.includes(typed)) ? 1 : 0;
}

/** More than the likeness of any name. */
const CALLED_SO = 10;
/** What becomes of the likeness of other words that only name what is in a place: less than any other likeness. */
const IN_IT = 0.1;
/**
 * What becomes of the likeness of what cannot be done now: it goes behind all that can be done and have the words at the beginning of
 * words of theirs, and stays before those that only have them inside.
 */
const NOT_NOW = 0.4;

/** Whether two names are the same to a person who types one of them. */
export const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What is added where the whole name was typed, or all of it up to a colon, after which it says which of several it is. */
function wholeName(typed: string, title: string): number {
  // Nobody types the plural to find what is called so.
  if (isSame(typed, title) || isSame(`${typed}s`, title)) return 1;
  return isSame(typed, title.split(':')[0] ?? '') ? 0.5 : 0;
}

/** Words that a sign ties together, such as the name of a project: nobody types that for two words. */
const TIED = /[\p{L}\p{N}][-_./][\p{L}\p{N}]/u;

/**
 * How well a name matches the typed words: 0 unless each of them is the start or a part of a word of the name, and unless words that
 * a sign ties together stand so in it.
 */
export function likeness(typed: string, name: string): number {
  if (TIED.test(typed) && !name.toLowerCase().includes(typed.trim().toLowerCase())) return 0;
  const words = wordsIn(name);
  const scores = wordsIn(typed).map((word) => worth(word, words));
  return scores.length === 0 || scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** What a thing that is found by name says of itself; see {@link Entry}. */
type Named = Pick<Entry, 'title' | 'place' | 'alsoCalled' | 'holds' | 'isPlace' | 'why'>;

/** Words of a sentence that name nothing. */
const FILLERS = new Set(
  'a an and are at can do does for from get how i in into is it make me my of on or please some that the this to want what where with'.split(
    ' ',
  ),
);

/** Fewest letters of a word that is searched for alone, beside fillers. */
const LEAST_LETTERS = 3;

/** Of a sentence, the words that name something; empty for what is no sentence. */
function naming(typed: string): string {
  const words = wordsIn(typed);
  const left = words.filter((word) => !FILLERS.has(word));
  const isSentence = !TIED.test(typed) && left.length < words.length;
  return isSentence && left.join('').length >= LEAST_LETTERS ? left.join(' ') : '';
}

/**
 * The entries that match what was typed, best first; all in their order when nothing was typed. What is called so goes before what
 * other words find, a place that only has what they name goes last, and what cannot be done now goes behind what matches as well.
 * Of a sentence that no entry matches, the words count that name something.
 */
export function answering<T extends Named>(
  entries: readonly T[],
  typed: string,
  besides = ({ place = '', alsoCalled = '' }: Named) => `${place} ${alsoCalled}`,
): T[] {
  if (typed.trim() === '') return [...entries];
  const found = matching(entries, typed, besides);
  return found.length > 0 ? found : matching(entries, naming(typed), besides);
}

function matching<T extends Named>(entries: readonly T[], typed: string, besides: (entry: Named) => string): T[] {
  const scoreOf = (entry: T) => {
    const { title, holds = [], isPlace, why } = entry;
    const now = why ? NOT_NOW : 1;
    const own = likeness(typed, title);
    if (own > 0) return CALLED_SO + (own + wholeName(typed, title)) * now;
    const called = likeness(typed, `${title} ${besides(entry)}`) * (isPlace ? IN_IT : 1);
    return Math.max(called, ...holds.map((name) => likeness(typed, name) * IN_IT)) * now;
  };
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}
