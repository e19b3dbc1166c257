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

/** How an action turned out in one case. */
export type CaseOutcome = 'success' | 'failure' | 'unknown';

/** A text with the stems that it says, and the form under which only the same counts as the same. */
export interface Text {
  text: string;
  stems: ReadonlySet<string>;
  /** Stems in their order, and the small words that turn a thing round: "on" and "off" are no stems. */
  key: string;
}

/** Something that was done for a reason, as a record says it; for a claim without an outcome: it is no case. */
export interface Said {
  kind: PatternKind;
  trigger: Text;
  action: Text;
  outcome: CaseOutcome | null;
  /** The item of an episode. */
  itemId: string | null;
}

/** A record that says such things. */
export interface Source {
  id: string;
  seq: number;
  projectId: string;
  sessionId: string | null;
  at: string | null;
  said: readonly Said[];
  /** For a claim: who says so, and whether for or against. A file that was imported asserts nothing. */
  word: { stance: 'supports' | 'disputes'; by: 'person' | 'agent' | 'file'; voice: string; note: string } | null;
}

/** Longest texts that can be a pattern, in UTF-16 units: what is longer is a report, and nothing repeats it. */
const MAX_TRIGGER = 2000;
/** Longest part of a question that is read, in UTF-16 units: an error may be printed with its stack. */
const MAX_READ = 8000;
const MAX_ACTION = 1000;
/** Fewest different words of an action and a trigger; "tests" or "fix it" calls for nothing. */
const MIN_WORDS = 2;
/** Share of its words that an action has from its trigger at most: more only repeats it (never trigger = action). */
const MAX_REPEATED = 0.8;

/** Words that a search may drop, and that say the opposite of each other. */
const TURNS = /\b(?:on|off|before|after|up|down|in|out|above|below|over|under|more|less|fewer|to|from)\b/g;
/** Writing without spaces between words: its runs are cut into pairs of characters, as search does. */
const UNSPACED = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

function cut(stem: string): string[] {
  if (!UNSPACED.test(stem) || stem.length < 3) return [stem];
  return Array.from({ length: stem.length - 1 }, (_, at) => stem.slice(at, at + 2));
}

/** What a text says, however long it is. */
export function stemsOf(text: string): string[] {
  return keyWords(text.slice(0, MAX_READ)).flatMap(({ stem }) => cut(stem));
}

/** A text in one line, with what it says. What is too long to be half of a pattern says nothing. */
export function textOf(text: string): Text {
  const line = text.replace(/\s+/g, ' ').trim();
  const isShort = line.length <= MAX_TRIGGER && textBytes([line]) <= MAX_CLAIM_TEXT;
  const stems = isShort ? stemsOf(line) : [];
  const turns = isShort ? (line.toLowerCase().match(TURNS) ?? []) : [];
  return { text: line, stems: new Set(stems), key: `${stems.join(' ')}|${turns.join(' ')}` };
}

/** True where the action says no more than the trigger. */
function repeats(action: ReadonlySet<string>, trigger: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of action) if (trigger.has(word)) shared++;
  return shared >= action.size * MAX_REPEATED;
}

/** Whether trigger and action make a pattern that says something. */
export function isPattern({ kind, trigger, action }: Pick<Said, 'kind' | 'trigger' | 'action'>): boolean {
  // One word names an error: EADDRINUSE.
  if (trigger.stems.size < (kind === 'error' ? 1 : MIN_WORDS) || action.stems.size < MIN_WORDS) return false;
  return action.text.length <= MAX_ACTION && !repeats(action.stems, trigger.stems);
}

/** States whose lessons are shown to agents; of others nothing is learnt either (B1-19). */
const IN_USE: readonly string[] = ['draft', 'accepted'];

interface Parts {
  task: Text;
  /** The one error that it is about; null for none, and where it names several: nobody says what helped against which. */
  error: Text | null;
  worked: readonly Text[];
  failed: readonly Text[];
  next: Text;
}

/** Takes a lesson apart; an error that stands among what did not work is no action. */
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
 * What a lesson shows: that for its task a thing worked or did not, and what helped against the error that it names, if the
 * attempt succeeded. What it only plans to do next is tried nowhere yet, so it is a fix of unknown success.
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

/** How a decision itself turned out; how its session ended says nothing of each of its decisions (B1-15). */
function outcomeOf({ outcome, outcomeSource }: EpisodeDecision): CaseOutcome {
  if (outcomeSource === 'defaulted') return 'unknown';
  return outcome === 'success' || outcome === 'failure' ? outcome : 'unknown';
}

/** What an episode says was done about its errors: a link that only the time knows is no such word (X12). */
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

/** What an episode shows: what was chosen for which question, and what was done about its errors. */
export function ofEpisode(episode: Episode): Source {
  const { id, seq, projectId, sessionId, occurredAt, createdAt, decisions } = episode;
  const chosen = decisions.map(
    (decision): Said => ({
      kind: 'task',
      // A decision that states no question was made for the task of its session.
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

/** What somebody says of a pattern; nothing for a claim about an edge, or one that was taken back. */
export function ofClaim(claim: CausalClaim): Source {
  const { id, seq, projectId, sessionId, createdAt, author, stance, note } = claim;
  const isWord = claim.relation === 'calls_for' && claim.deletedAt === null;
  const kind: PatternKind = claim.fromKind === 'error' ? 'error' : 'task';
  // An error is asserted as it was printed, and met elsewhere.
  const error = kind === 'error' ? errorSignature(claim.fromText) : null;
  const trigger = textOf(error ?? claim.fromText);
  const said = { kind, trigger, action: textOf(claim.toText), outcome: null, itemId: null };
  // A person is one voice whatever the session.
  const voice = JSON.stringify([author.kind, author.name, ...(author.kind === 'person' ? [] : [sessionId])]);
  const word = { stance, by: speakerOf(claim), voice, note };
  return { id, seq, projectId, sessionId, at: createdAt, said: isWord ? [said] : [], word };
}
