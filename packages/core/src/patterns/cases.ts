import type { CausalClaim, Episode, EpisodeDecision, PatternKind } from '@twicewise/contract';
import type { LessonText } from '@twicewise/store';
import { keyWords } from '../retrieval/index.ts';
import { errorSignature } from './signature.ts';

/** How an action turned out in one case. */
export type CaseOutcome = 'success' | 'failure' | 'unknown';

/** A text with the stems that it says. */
export interface Text {
  text: string;
  stems: ReadonlySet<string>;
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
const MAX_ACTION = 1000;
/** Fewest different words of an action and a trigger; "tests" or "fix it" calls for nothing. */
const MIN_WORDS = 2;
/** Share of its words that an action has from its trigger at most: more only repeats it (never trigger = action). */
const MAX_REPEATED = 0.8;

/** A text in one line, with what it says. */
export function textOf(text: string): Text {
  const line = text.replace(/\s+/g, ' ').trim();
  // What is longer can be no pattern and is not taken apart.
  const stems = line.length > MAX_TRIGGER ? [] : keyWords(line).map(({ stem }) => stem);
  return { text: line, stems: new Set(stems) };
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

interface Attempt {
  task: Text;
  errors: readonly Text[];
  worked: readonly Text[];
  failed: readonly Text[];
  next: Text;
}

/** Takes a lesson apart; an error that stands among what did not work is no action. */
function attemptOf({ taskDescription, whatWorked, whatDidNotWork, nextStrategy, rootCause }: LessonText): Attempt {
  const failures = whatDidNotWork.map((text) => ({ text, error: errorSignature(text) }));
  const named = [
    errorSignature(taskDescription),
    ...failures.map(({ error }) => error),
    errorSignature(rootCause ?? ''),
  ];
  return {
    task: textOf(taskDescription),
    errors: [...new Set(named)].flatMap((error) => (error === null ? [] : [textOf(error)])),
    worked: whatWorked.map(textOf),
    failed: failures.filter(({ error }) => error === null).map(({ text }) => textOf(text)),
    next: textOf(nextStrategy),
  };
}

/**
 * What a lesson shows: that for its task a thing worked or did not, and what helped against the errors that it names. What
 * it only plans to do next is tried nowhere yet, so it is a fix of unknown success.
 */
export function ofLesson(lesson: LessonText): Source {
  const { id, seq, projectId, sessionId, createdAt } = lesson;
  const place = { id, seq, projectId, sessionId, at: createdAt, word: null };
  if (lesson.isDeleted || !IN_USE.includes(lesson.state)) return { ...place, said: [] };
  const { task, errors, worked, failed, next } = attemptOf(lesson);
  const of =
    (kind: PatternKind, trigger: Text, outcome: CaseOutcome) =>
    (action: Text): Said => ({
      kind,
      trigger,
      action,
      outcome,
      itemId: null,
    });
  const said = [
    ...worked.map(of('task', task, 'success')),
    ...failed.map(of('task', task, 'failure')),
    ...errors.flatMap((error) => [...worked.map(of('error', error, 'success')), of('error', error, 'unknown')(next)]),
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
  const said = { kind, trigger: textOf(claim.fromText), action: textOf(claim.toText), outcome: null, itemId: null };
  const voice = JSON.stringify([author.kind, author.name, sessionId]);
  const word = { stance, by: speakerOf(claim), voice, note };
  return { id, seq, projectId, sessionId, at: createdAt, said: isWord ? [said] : [], word };
}
