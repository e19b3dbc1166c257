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
import { labelOf } from '../agent-text/label.ts';
import { wilson } from '../runtime/wilson.ts';
import type { CaseOutcome, Said, Source } from './cases.ts';
import { attemptOf, type Member } from './group.ts';
import { type PatternEntry, sourceOf } from './pattern-index.ts';

/** Limits from which a pattern counts as working or failing. */
export type Limits = Pick<
  Settings,
  'patterns.worksFrom' | 'patterns.worksCases' | 'patterns.failsUpTo' | 'patterns.failsCases'
>;

/** What a pattern is based on, independent of the limits. */
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

/** The numbers of a pattern, without its texts. */
export interface CountedPattern extends Numbers {
  entry: PatternEntry;
  standing: PatternStanding;
}

function outcomesBy(members: readonly Member[], keyOf: (member: Member) => string): Map<string, CaseOutcome> {
  const said = new Map<string, Set<CaseOutcome>>();
  for (const member of members) {
    if (member.outcome === null) continue;
    const key = keyOf(member);
    said.set(key, (said.get(key) ?? new Set<CaseOutcome>()).add(member.outcome));
  }
  const one = (outcomes: ReadonlySet<CaseOutcome>): CaseOutcome => {
    const [helped, failed] = [outcomes.has('success'), outcomes.has('failure')];
    if (helped === failed) return 'unknown';
    return helped ? 'success' : 'failure';
  };
  return new Map([...said].map(([key, outcomes]) => [key, one(outcomes)]));
}

/** The outcome of each record; unknown when a record says both. */
export const perRecord = (members: readonly Member[]) => outcomesBy(members, ({ source }) => source.id);
/** The outcome of each attempt. A lesson and the episode of the same session are one case. */
export const perAttempt = (members: readonly Member[]) => outcomesBy(members, attemptOf);

type Word = NonNullable<Source['word']> & { at: string | null; id: string };

/** The latest claim of each source, newest first. */
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

/** The claim that decides: the latest of a person, else of an agent, as for edges (ADR 20); never a file's. */
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

function restsOn({ members }: PatternEntry): Numbers {
  const attempts = [...perAttempt(members).values()];
  const of = (outcome: CaseOutcome) => attempts.filter((found) => found === outcome).length;
  const outcomes = { success: of('success'), failure: of('failure'), unknown: of('unknown') };
  const words = lastWords(members);
  const word = decisive(words);
  const times = members.flatMap(({ source, outcome }) => (outcome === null ? [] : (source.at ?? [])));
  return {
    occurrences: attempts.length,
    outcomes,
    success: wilson(outcomes.success, outcomes.success + outcomes.failure),
    state: word ? STATE[word.stance] : 'suggested',
    supports: words.filter(({ stance }) => stance === 'supports').length,
    disputes: words.filter(({ stance }) => stance === 'disputes').length,
    // A file's note is shown only when nobody else says anything.
    note: (word ?? words[0])?.note || null,
    lastAt: times.reduce<string | null>((last, at) => (last === null || at > last ? at : last), null),
  };
}

/** Safe to cache by entry: entries are immutable and replaced when their members change. */
const known = new WeakMap<PatternEntry, Numbers>();

/** Counts what a pattern is based on; cached per entry. */
export function countPattern(entry: PatternEntry, limits: Limits): CountedPattern {
  const numbers = known.get(entry) ?? restsOn(entry);
  known.set(entry, numbers);
  return { entry, ...numbers, standing: standingOf(numbers.success, limits) };
}

/** Reads the statements of a member's record. */
export type MemberReader = (member: Member) => Source | null;

/** Reads each record once per answer: an episode may hold thousands of cases. */
export function readerOf(db: ReadableDb): MemberReader {
  const read = new Map<string, Source | null>();
  return (member) => {
    const { id } = member.source;
    const before = read.get(id);
    if (before !== undefined) return before;
    const source = sourceOf(db, member);
    read.set(id, source);
    return source;
  };
}

/** The full text of a pattern. Throws when its record is gone, because the index is then behind the file. */
export function readPatternText(read: MemberReader, { first, id }: PatternEntry): Said {
  const said = read(first)?.said[first.place];
  if (!said) throw new Error(`${id} stands for a record that no longer says it`);
  return said;
}

/** Converts a pattern for an answer. */
export function toPattern(read: MemberReader, { entry, ...numbers }: CountedPattern): Pattern {
  const { trigger, action } = readPatternText(read, entry);
  const { id, projectId, kind } = entry;
  return { id, projectId, kind, trigger: labelOf(trigger.text), action: labelOf(action.text), ...numbers };
}

const newestFirst = (a: Member, b: Member) => ((a.source.at ?? '') > (b.source.at ?? '') ? -1 : 1);

/** The cases of a pattern, one per attempt, newest first. */
export function readCases(read: MemberReader, { members }: PatternEntry, most: number): PatternCase[] {
  const outcomes = perAttempt(members);
  const newest = new Map<string, Member>();
  for (const member of members.toSorted(newestFirst)) {
    const key = attemptOf(member);
    if (member.outcome !== null && !newest.has(key)) newest.set(key, member);
  }
  return [...newest].slice(0, most).flatMap(([key, member]): PatternCase[] => {
    const source = read(member);
    const said = source?.said[member.place];
    if (!source || !said) return [];
    const { id, sessionId, at } = source;
    const outcome = outcomes.get(key) ?? 'unknown';
    const isLesson = id.startsWith('refl_');
    const place = { reflectionId: isLesson ? id : null, episodeId: isLesson ? null : id, itemId: said.itemId };
    return [{ trigger: said.trigger.text, action: said.action.text, outcome, ...place, sessionId, at }];
  });
}

/** Claims about a pattern, newest first. */
export function claimsOf(db: ReadableDb, { members }: PatternEntry, most: number): CausalClaim[] {
  const words = members.filter(({ outcome }) => outcome === null).toSorted(newestFirst);
  return words.slice(0, most).flatMap(({ source }) => getClaim(db, source.id) ?? []);
}
