import type {
  CausalClaim,
  Pattern,
  PatternCase,
  PatternStanding,
  PatternState,
  Rate,
  Settings,
} from '@twicewise/contract';
import { getClaim, type ReadableDb } from '@twicewise/store';
import { labelOf } from '../causes/view.ts';
import { wilson } from '../insights/wilson.ts';
import type { CaseOutcome, Said, Source } from './cases.ts';
import type { Member } from './group.ts';
import { type PatternEntry, sourceOf } from './pattern-index.ts';

/** From which counts on a pattern works or fails. */
export type Limits = Pick<
  Settings,
  'patterns.worksFrom' | 'patterns.worksCases' | 'patterns.failsUpTo' | 'patterns.failsCases'
>;

/** What a pattern rests on, whatever the limits. */
interface Numbers {
  occurrences: number;
  outcomes: { success: number; failure: number; unknown: number };
  success: Rate;
  state: PatternState;
  supports: number;
  disputes: number;
  note: string | null;
  lastAt: string | null;
}

/** The numbers of a pattern, without its words. */
export interface Counted extends Numbers {
  entry: PatternEntry;
  standing: PatternStanding;
}

/** How each record turned out; what one record says both ways is not known. */
export function perRecord(members: readonly Member[]): Map<string, CaseOutcome> {
  const said = new Map<string, Set<CaseOutcome>>();
  for (const { source, outcome } of members) {
    if (outcome === null) continue;
    said.set(source.id, (said.get(source.id) ?? new Set<CaseOutcome>()).add(outcome));
  }
  const one = (outcomes: ReadonlySet<CaseOutcome>): CaseOutcome => {
    const [helped, failed] = [outcomes.has('success'), outcomes.has('failure')];
    if (helped === failed) return 'unknown';
    return helped ? 'success' : 'failure';
  };
  return new Map([...said].map(([id, outcomes]) => [id, one(outcomes)]));
}

type Word = NonNullable<Source['word']> & { at: string | null; id: string };

/** The last word of each voice, the newest first. */
function lastWords(members: readonly Member[]): Word[] {
  const words = members.flatMap(({ source }) =>
    source.word ? [{ ...source.word, at: source.at, id: source.id }] : [],
  );
  const isLater = (a: Word, b: Word) => ((a.at ?? '') === (b.at ?? '') ? a.id > b.id : (a.at ?? '') > (b.at ?? ''));
  const newestFirst = words.toSorted((a, b) => (isLater(a, b) ? -1 : 1));
  return [...new Map(newestFirst.toReversed().map((word) => [word.voice, word])).values()].toSorted((a, b) =>
    isLater(a, b) ? -1 : 1,
  );
}

/** The word that decides: the last one of a person, else of an agent, as for edges (ADR 20); never that of a file. */
function decisive(words: readonly Word[]): Word | null {
  return words.find(({ by }) => by === 'person') ?? words.find(({ by }) => by === 'agent') ?? null;
}

function standingOf(success: Rate, limits: Limits): PatternStanding {
  const value = success.value ?? Number.NaN;
  if (success.n >= limits['patterns.failsCases'] && value <= limits['patterns.failsUpTo']) return 'fails';
  if (success.n >= limits['patterns.worksCases'] && value >= limits['patterns.worksFrom']) return 'works';
  return 'open';
}

const STATE = { supports: 'asserted', disputes: 'disputed' } as const;

function numbersOf({ members }: PatternEntry): Numbers {
  const records = [...perRecord(members).values()];
  const of = (outcome: CaseOutcome) => records.filter((found) => found === outcome).length;
  const outcomes = { success: of('success'), failure: of('failure'), unknown: of('unknown') };
  const words = lastWords(members);
  const word = decisive(words);
  const times = members.flatMap(({ source, outcome }) => (outcome === null ? [] : (source.at ?? [])));
  return {
    occurrences: records.length,
    outcomes,
    success: wilson(outcomes.success, outcomes.success + outcomes.failure),
    state: word ? STATE[word.stance] : 'suggested',
    supports: words.filter(({ stance }) => stance === 'supports').length,
    disputes: words.filter(({ stance }) => stance === 'disputes').length,
    // That a file says so is worth knowing where nobody else says anything.
    note: (word ?? words[0])?.note || null,
    lastAt: times.reduce<string | null>((last, at) => (last === null || at > last ? at : last), null),
  };
}

/** An entry never changes: when its members do, another takes its place. */
const known = new WeakMap<PatternEntry, Numbers>();

/** Counts what a pattern rests on, once for as long as it is the same. */
export function countPattern(entry: PatternEntry, limits: Limits): Counted {
  const numbers = known.get(entry) ?? numbersOf(entry);
  known.set(entry, numbers);
  return { entry, ...numbers, standing: standingOf(numbers.success, limits) };
}

/** The words of a pattern in full. Throws when its record is gone: the index is then behind the file. */
export function wordsOf(db: ReadableDb, { first, id }: PatternEntry): Said {
  const said = sourceOf(db, first)?.said[first.place];
  if (!said) throw new Error(`${id} stands for a record that no longer says it`);
  return said;
}

/** A pattern as answers show it. */
export function toPattern(db: ReadableDb, { entry, ...numbers }: Counted): Pattern {
  const { trigger, action } = wordsOf(db, entry);
  const { id, projectId, kind } = entry;
  return { id, projectId, kind, trigger: labelOf(trigger.text), action: labelOf(action.text), ...numbers };
}

const newestFirst = (a: Member, b: Member) => ((a.source.at ?? '') > (b.source.at ?? '') ? -1 : 1);

/** The cases of a pattern, the newest first. */
export function casesOf(db: ReadableDb, { members }: PatternEntry, most: number): PatternCase[] {
  const cases = members.filter(({ outcome }) => outcome !== null).toSorted(newestFirst);
  return cases.slice(0, most).flatMap((member): PatternCase[] => {
    const source = sourceOf(db, member);
    const said = source?.said[member.place];
    if (!source || !said?.outcome) return [];
    const { id, sessionId, at } = source;
    const isLesson = id.startsWith('refl_');
    const place = { reflectionId: isLesson ? id : null, episodeId: isLesson ? null : id, itemId: said.itemId };
    return [{ trigger: said.trigger.text, action: said.action.text, outcome: said.outcome, ...place, sessionId, at }];
  });
}

/** What was said of a pattern, the newest first. */
export function claimsOf(db: ReadableDb, { members }: PatternEntry, most: number): CausalClaim[] {
  const words = members.filter(({ outcome }) => outcome === null).toSorted(newestFirst);
  return words.slice(0, most).flatMap(({ source }) => getClaim(db, source.id) ?? []);
}
