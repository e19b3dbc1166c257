import {
  type CausalClaim,
  type Episode,
  type EpisodeDecision,
  MAX_CLAIM_TEXT,
  type PatternKind,
  textBytes,
} from '@twicewise/contract';
import { keyWords } from '@twicewise/search';
import type { LessonText } from '@twicewise/store';
import { errorSignature, isErrorText } from './signature.ts';

/** The outcome of an action in one case. */
export type CaseOutcome = 'success' | 'failure' | 'unknown';

/** A text with its stems, and a key that is equal only for texts with the same meaning. */
export interface Text {
  text: string;
  stems: ReadonlySet<string>;
  /** Stems in order, with the small words that reverse a meaning: "on" and "off" are no stems. */
  key: string;
}

/** One statement of a record that something was done for a reason. A claim has no outcome and is not a case. */
export interface Said {
  kind: PatternKind;
  trigger: Text;
  action: Text;
  outcome: CaseOutcome | null;
  /** Id of the item in an episode. */
  itemId: string | null;
}

/** A record with such statements. */
export interface Source {
  id: string;
  seq: number;
  projectId: string;
  sessionId: string | null;
  at: string | null;
  said: readonly Said[];
  /** For a claim: who makes it, and whether it supports or disputes. An imported file asserts nothing. */
  word: { stance: 'supports' | 'disputes'; by: 'person' | 'agent' | 'file'; voice: string; note: string } | null;
}

/** Maximum length of a trigger, in UTF-16 units. Longer texts are reports, which never recur. */
export const MAX_TRIGGER = 2000;
/** Maximum length of a question that is read, in UTF-16 units: an error may come with its stack. */
const MAX_READ = 8000;
/** Maximum length of an action, in UTF-16 units. */
export const MAX_ACTION = 1000;
/** Minimum number of different words in an action and in a trigger; "tests" or "fix it" is too vague. */
const MIN_WORDS = 2;
/** Maximum share of an action's words that its trigger has too. Above it the action only repeats the trigger. */
const MAX_REPEATED = 0.8;

/** Words that search may ignore, but that reverse a meaning. */
const TURNS = /\b(?:on|off|before|after|up|down|in|out|above|below|over|under|more|less|fewer|to|from)\b/g;
/** Scripts without spaces between words. Their runs are split into pairs of characters, as in search. */
const UNSPACED = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

function cut(stem: string): string[] {
  if (!UNSPACED.test(stem) || stem.length < 3) return [stem];
  return Array.from({ length: stem.length - 1 }, (_, at) => stem.slice(at, at + 2));
}

/** The stems of a text of any length. */
export function stemsOf(text: string): string[] {
  return keyWords(text.slice(0, MAX_READ)).flatMap(({ stem }) => cut(stem));
}

/** A text as one line with its stems. A text too long for a pattern gets no stems. */
export function textOf(text: string): Text {
  const line = text.replace(/\s+/g, ' ').trim();
  const isShort = line.length <= MAX_TRIGGER && textBytes([line]) <= MAX_CLAIM_TEXT;
  const stems = isShort ? stemsOf(line) : [];
  const turns = isShort ? (line.toLowerCase().match(TURNS) ?? []) : [];
  return { text: line, stems: new Set(stems), key: `${stems.join(' ')}|${turns.join(' ')}` };
}

/** True when the action says no more than the trigger. */
function repeats(action: ReadonlySet<string>, trigger: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of action) if (trigger.has(word)) shared++;
  return shared >= action.size * MAX_REPEATED;
}

/** Whether trigger and action make a meaningful pattern. */
export function isPattern({ kind, trigger, action }: Pick<Said, 'kind' | 'trigger' | 'action'>): boolean {
  // A single word can name an error: EADDRINUSE.
  if (trigger.stems.size < (kind === 'error' ? 1 : MIN_WORDS) || action.stems.size < MIN_WORDS) return false;
  return action.text.length <= MAX_ACTION && !repeats(action.stems, trigger.stems);
}

/** States of lessons that agents are shown. Patterns are derived only from these (B1-19). */
const IN_USE: readonly string[] = ['draft', 'accepted'];

interface Parts {
  task: Text;
  /** The error that the lesson is about; null when it names none, or several, because then it is unclear which one was fixed. */
  error: Text | null;
  worked: readonly Text[];
  failed: readonly Text[];
  next: Text;
}

/** Splits a lesson into its parts. An error listed as what did not work is not an action. */
function partsOf({ taskDescription, whatWorked, whatDidNotWork, nextStrategy, rootCause }: LessonText): Parts {
  const named = [taskDescription, ...whatDidNotWork, rootCause ?? ''].flatMap((text) => errorSignature(text) ?? []);
  const [error, ...others] = new Set(named);
  return {
    task: textOf(taskDescription),
    error: error === undefined || others.length > 0 ? null : textOf(error),
    worked: whatWorked.map(textOf),
    failed: whatDidNotWork.filter((text) => !isErrorText(text)).map(textOf),
    next: textOf(nextStrategy),
  };
}

/**
 * The statements of a lesson: what worked or did not for its task, and, if the attempt succeeded, what fixed the error it names.
 * A next strategy was not tried yet, so it is a fix with unknown outcome.
 */
export function ofLesson(lesson: LessonText): Source {
  const { id, seq, projectId, sessionId, createdAt, outcome } = lesson;
  const place = { id, seq, projectId, sessionId, at: createdAt, word: null };
  if (lesson.isDeleted || !IN_USE.includes(lesson.state)) return { ...place, said: [] };
  const { task, error, worked, failed, next } = partsOf(lesson);
  const of =
    (kind: PatternKind, trigger: Text, turnout: CaseOutcome) =>
    (action: Text): Said => ({ kind, trigger, action, outcome: turnout, itemId: null });
  const said = [
    ...worked.map(of('task', task, 'success')),
    ...failed.map(of('task', task, 'failure')),
    ...(error ? worked.map(of('error', error, outcome === 'success' ? 'success' : 'unknown')) : []),
    ...(error ? [of('error', error, 'unknown')(next)] : []),
  ];
  return { ...place, said: said.filter(isPattern) };
}

/** The outcome of the decision itself; that of its session says nothing about each decision (B1-15). */
function outcomeOf({ outcome, outcomeSource }: EpisodeDecision): CaseOutcome {
  if (outcomeSource === 'defaulted') return 'unknown';
  return outcome === 'success' || outcome === 'failure' ? outcome : 'unknown';
}

/** What an episode says was done about its errors. Links known only from times do not count (X12). */
function fixesOf({ decisions, events, links }: Episode): Said[] {
  const errors = new Map(
    events.flatMap(({ id, type, content }) => (type === 'error' ? [[id, errorSignature(content) ?? content]] : [])),
  );
  const deeds = new Map<string, { text: string; outcome: CaseOutcome }>([
    ...decisions.map((decision) => [decision.id, { text: decision.chosen, outcome: outcomeOf(decision) }] as const),
    ...events.flatMap(({ id, type, content }) =>
      type === 'error' ? [] : [[id, { text: content, outcome: 'unknown' as const }] as const],
    ),
  ]);
  return links.flatMap(({ from, to, relation, basis }): Said[] => {
    if (basis === 'temporal') return [];
    const leads = relation === 'causes' || relation === 'enables';
    const [error, deed, itemId] = leads
      ? [errors.get(from), deeds.get(to), to]
      : [errors.get(to), deeds.get(from), from];
    if (!error || !deed || (!leads && relation !== 'prevents')) return [];
    const outcome = leads ? deed.outcome : 'success';
    return [{ kind: 'error', trigger: textOf(error), action: textOf(deed.text), outcome, itemId }];
  });
}

/** The statements of an episode: what was chosen for which question, and what was done about its errors. */
export function ofEpisode(episode: Episode): Source {
  const { id, seq, projectId, sessionId, occurredAt, createdAt, decisions } = episode;
  const chosen = decisions.map(
    (decision): Said => ({
      kind: 'task',
      // A decision without a context was made for the task of its session.
      trigger: textOf(decision.context.trim() === '' ? episode.task : decision.context),
      action: textOf(decision.chosen),
      outcome: outcomeOf(decision),
      itemId: decision.id,
    }),
  );
  const said = episode.deletedAt === null ? [...chosen, ...fixesOf(episode)].filter(isPattern) : [];
  return { id, seq, projectId, sessionId, at: occurredAt ?? createdAt, said, word: null };
}

function speakerOf({ author, basis }: CausalClaim): NonNullable<Source['word']>['by'] {
  if (author.kind === 'importer') return 'file';
  return basis === 'asserted_by_human' ? 'person' : 'agent';
}

/** The statement of a claim about a pattern; none for a claim about an edge, or a retracted one. */
export function ofClaim(claim: CausalClaim): Source {
  const { id, seq, projectId, sessionId, createdAt, author, stance, note } = claim;
  const isWord = claim.relation === 'calls_for' && claim.deletedAt === null;
  const kind: PatternKind = claim.fromKind === 'error' ? 'error' : 'task';
  // An error is claimed as it was printed, but recurs with other values; so its signature is used.
  const error = kind === 'error' ? errorSignature(claim.fromText) : null;
  const trigger = textOf(error ?? claim.fromText);
  const said = { kind, trigger, action: textOf(claim.toText), outcome: null, itemId: null };
  // A person is one source across all sessions, an agent one per session.
  const voice = JSON.stringify([author.kind, author.name, ...(author.kind === 'person' ? [] : [sessionId])]);
  const word = { stance, by: speakerOf(claim), voice, note };
  return { id, seq, projectId, sessionId, at: createdAt, said: isWord ? [said] : [], word };
}
