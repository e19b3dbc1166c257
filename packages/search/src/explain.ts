import type { NearPair } from './proximity.ts';
import type { PlannedTerm, PlannedWord, QueryPlan } from './query-plan.ts';
import { LEVEL, type Lengths, quantisedWeight } from './scoring.ts';
import type { Explanation, ProximityMatch, TermMatch } from './types.ts';
import { SECTION_BREAK, type Vocabulary } from './vocabulary.ts';

const MAX_WORDS = 5;

/** Where a term occurs in a lesson. */
interface Occurrences {
  /** Number of occurrences by section; section −1 is the title. */
  counts: Map<number, number>;
  words: Set<string>;
}

const NO_OCCURRENCES: Occurrences = { counts: new Map(), words: new Set() };

/** The occurrences of a lesson's terms, and its lengths. */
interface ReadLesson {
  occurrences: Map<number, Occurrences>;
  lengths: Lengths;
  stopWeight: StopWeight;
}

/** Weight of a stop word in the lesson; 0 if it has none. The lesson's word list does not contain stop words. */
type StopWeight = (term: number) => number;

function readLesson(forms: Uint32Array, vocabulary: Vocabulary, wanted: ReadonlySet<number>) {
  const occurrences = new Map<number, Occurrences>();
  const lengths = { title: 0, body: 0 };
  let section = -1;
  for (const form of forms) {
    if (form === SECTION_BREAK) {
      section++;
      continue;
    }
    if (section < 0) lengths.title++;
    else lengths.body++;
    const term = vocabulary.termOfForm(form);
    if (!wanted.has(term)) continue;
    const seen = occurrences.get(term) ?? { counts: new Map(), words: new Set() };
    occurrences.set(term, seen);
    seen.counts.set(section, (seen.counts.get(section) ?? 0) + 1);
    if (seen.words.size < MAX_WORDS) seen.words.add(vocabulary.formText(form));
  }
  return { occurrences, lengths };
}

function weightIn({ occurrences, lengths, stopWeight }: ReadLesson, term: number): number {
  const counts = occurrences.get(term)?.counts;
  if (!counts) return stopWeight(term) * LEVEL;
  const inTitle = counts.get(-1) ?? 0;
  let all = 0;
  for (const count of counts.values()) all += count;
  return quantisedWeight(inTitle, all - inTitle, lengths) * LEVEL;
}

/** The term with which a word scored: the best one counts, not the sum, as in the index. */
function bestMatch(word: PlannedWord, lesson: ReadLesson): { term: PlannedTerm; contribution: number } | undefined {
  let best: { term: PlannedTerm; contribution: number } | undefined;
  for (const term of word.terms) {
    const contribution = term.worth * weightIn(lesson, term.term);
    if (contribution > (best?.contribution ?? 0)) best = { term, contribution };
  }
  return best;
}

function describe(word: PlannedWord, lesson: ReadLesson, vocabulary: Vocabulary): TermMatch | undefined {
  const best = bestMatch(word, lesson);
  if (!best) return undefined;
  const { term, via } = best.term;
  const { counts, words } = lesson.occurrences.get(term) ?? NO_OCCURRENCES;
  const fields = [...counts].map(([section, count]): TermMatch['fields'][number] =>
    section < 0 ? { field: 'title', section: null, count } : { field: 'body', section, count },
  );
  return {
    word: word.text,
    via,
    term: vocabulary.termText(term),
    words: [...words],
    fields,
    contribution: best.contribution,
  };
}

function describePairs(plan: QueryPlan, pairs: readonly NearPair[]): ProximityMatch[] {
  return pairs.map(({ words: [a, b], distance, score }) => ({
    words: [plan.words[a]?.text ?? '', plan.words[b]?.text ?? ''],
    distance,
    contribution: score,
  }));
}

/** Explains a lesson's score from the lesson itself; the index stores nothing for this. */
export function explainLesson(
  plan: QueryPlan,
  forms: Uint32Array,
  pairs: readonly NearPair[],
  vocabulary: Vocabulary,
  stopWeight: StopWeight,
): Pick<Explanation, 'terms' | 'proximity' | 'missing'> {
  const wanted = new Set(plan.words.flatMap(({ terms }) => terms.map(({ term }) => term)));
  const isStop = (term: number) => vocabulary.isStopTerm(term);
  const lesson: ReadLesson = {
    ...readLesson(forms, vocabulary, wanted),
    stopWeight: (term) => (isStop(term) ? stopWeight(term) : 0),
  };
  const terms: TermMatch[] = [];
  const missing: string[] = [];
  for (const word of plan.words) {
    const match = describe(word, lesson, vocabulary);
    if (match) terms.push(match);
    else missing.push(word.text);
  }
  return { terms, proximity: describePairs(plan, pairs), missing };
}
