import {
  describeIssues,
  type EpisodeContent,
  givenAttemptContent,
  type Outcome,
  parseGiven,
} from '@twicewise/contract';
import { badFile } from '../episodes/fit.ts';
import { parseLogTime } from '../lesson-lines/line-time.ts';
import { normaliseOutcome } from '../lesson-lines/outcome-words.ts';
import { type Fields, isFields } from '../session-logs/json/tree.ts';
import { cut } from '../session-logs/texts.ts';
import type { TranscriptSummary } from '../transcripts/summary/collect-summary.ts';
import { toSnakeKeys } from './loop-keys.ts';
import type { LoopAttempt } from './read-record.ts';

// The state of a loop: current-loop.json and its kin. No schema was published of it, and its writers added fields at will; all of
// them are kept in the original, and what has a meaning here is read.

/** Key under which the original file is kept with its episode. */
export const LOOP_ORIGINAL = 'loopState';

/** What the file of a loop says of it, and the iterations that it lists. */
export interface LoopStateFile {
  /** Its own name; null where the file names none. */
  loopId: string | null;
  content: EpisodeContent;
  startedAt: string | null;
  endedAt: string | null;
  attempts: LoopAttempt[];
  /** Where the loop stands. */
  summary: TranscriptSummary;
}

/** Maximum length of a loop's name, in bytes: names of its records are made of it. */
const MAX_NAME = 256;

/** Words that say of other work that part of it is done. A loop goes on: nothing has come of it yet. */
const GOING_ON = new Set(['in_progress', 'inprogress', 'pending']);
/** Words beyond those of other files for a loop that was ended before it was done. */
const GAVE_UP = new Set(['max_iterations_reached', 'limit_reached', 'interrupted', 'stopped']);
const DONE = new Set(['converged', 'finished', 'all_complete']);

/** Our outcome for the status of a loop, and its own word (X2). A loop that goes on has none yet. */
export function loopOutcome(status: unknown): { outcome: Outcome; native: string | null } {
  const native = text(status)?.trim().slice(0, 256) ?? null;
  if (native === null) return { outcome: 'unknown', native };
  const word = native.toLowerCase().replace(/[\s-]+/g, '_');
  if (GOING_ON.has(word)) return { outcome: 'unknown', native };
  if (GAVE_UP.has(word)) return { outcome: 'failure', native };
  return { outcome: DONE.has(word) ? 'success' : normaliseOutcome(word).outcome, native };
}

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);
const whole = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
/** The texts of a field that is a text in some files and a list in others. */
const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one) => (text(one) === null ? [] : [text(one) as string]));
const first = (fields: Fields, names: readonly string[]) =>
  names.map((name) => fields[name]).find((value) => value != null);

const STARTED = ['started_at', 'start_time'];
const ENDED = ['completed_at', 'completed_time', 'end_time'];
const FILES = ['files_modified', 'files_changed', 'files'];

const timeIn = (fields: Fields, names: readonly string[]) => parseLogTime(first(fields, names));

/** Counts of the file; what is no number is in the original only. */
function metricsOf(state: Fields): EpisodeContent['metrics'] {
  const own = Object.entries(isFields(state.metrics) ? state.metrics : {});
  const counted = [['iterations', state.current_iteration], ['max_iterations', state.max_iterations], ...own].filter(
    ([name, value]) => String(name).length <= 64 && Number.isFinite(value),
  );
  return Object.fromEntries(counted) as EpisodeContent['metrics'];
}

function attemptOf(entry: Fields, place: number, task: string): Omit<LoopAttempt, 'key'> {
  const { outcome, native } = loopOutcome(entry.status ?? entry.outcome);
  const [startedAt, endedAt] = [timeIn(entry, STARTED)?.at ?? null, timeIn(entry, ENDED)?.at ?? null];
  const did = [...texts(entry.action), ...texts(entry.description), ...texts(entry.actions)];
  const notes = [...texts(entry.result), ...texts(entry.notes)].join('\n');
  const lessons = texts(entry.learnings).slice(0, 100);
  const files = FILES.flatMap((name) => texts(entry[name]));
  const iteration = whole(entry.number) ?? whole(entry.iteration) ?? place + 1;
  const content = parseGiven(givenAttemptContent, {
    ...(files.length === 0 ? {} : { actor: { filesModified: files.slice(0, 2000) } }),
    ...(lessons.length === 0 ? {} : { reflection: { lessons } }),
    ...(notes === '' ? {} : { notes: cut(notes) }),
  });
  if (!content.success) throw badFile(`iteration ${iteration}: ${describeIssues(content.error)}`);
  return {
    iteration,
    task,
    outcome,
    outcomeSource: outcome === 'unknown' ? 'defaulted' : 'reported',
    outcomeNative: native,
    strategy: did.length === 0 ? null : cut(did.join('; ')),
    startedAt: startedAt !== null && endedAt !== null && startedAt > endedAt ? null : startedAt,
    endedAt,
    content: content.data,
    // All of it is in the original of the state.
    original: null,
  };
}

/** Maximum number of iterations that are read of one state. Loops have at most some hundreds. */
const MAX_LISTED = 2000;

/** The attempts, each with a name of its own. */
function named(attempts: readonly Omit<LoopAttempt, 'key'>[]): LoopAttempt[] {
  const seen = new Map<number, number>();
  return attempts.map((attempt) => {
    const times = (seen.get(attempt.iteration) ?? 0) + 1;
    seen.set(attempt.iteration, times);
    return { ...attempt, key: times === 1 ? String(attempt.iteration) : `${attempt.iteration} ${times}` };
  });
}

function contentOf(state: Fields, task: string, file: Fields): EpisodeContent {
  const { outcome, native } = loopOutcome(state.status);
  const when = timeIn(state, STARTED);
  return {
    task,
    outcome,
    outcomeSource: outcome === 'unknown' ? 'defaulted' : 'reported',
    outcomeNative: native,
    occurredAt: when?.at ?? null,
    timeQuality: when?.quality ?? 'unknown',
    decisions: [],
    events: [],
    links: [],
    metrics: metricsOf(state),
    lessons: texts(state.learnings).slice(0, 500),
    memoryRefs: [],
    extra: { [LOOP_ORIGINAL]: file as EpisodeContent['extra'][string] },
  };
}

/** What is still to be done, as writers of states name it. */
const TO_DO = ['phases_pending', 'phases_remaining', 'remaining_issues', 'pending'];
/** Maximum length of a part of the summary, in UTF-8 bytes. */
const MAX_PART = 1500;

const part = (said: readonly string[], separator: string) =>
  said.length === 0 ? null : cut(said.join(separator), MAX_PART);

function summaryOf(state: Fields, task: string): TranscriptSummary {
  const [done, most] = [whole(state.current_iteration), whole(state.max_iterations)];
  const iteration = done === null ? [] : [most === null ? `iteration ${done}` : `iteration ${done} of ${most}`];
  const toDo = TO_DO.flatMap((name) => texts(state[name]));
  const isListed = TO_DO.some((name) => Array.isArray(state[name]));
  return {
    goal: cut(task, MAX_PART),
    progress: part([...iteration, ...texts(state.status)], ', '),
    approach: part(texts(state.strategy), '; '),
    known: part(texts(state.learnings), '; '),
    next: part(toDo, '; '),
    cleared: isListed && toDo.length === 0 ? ['next'] : [],
  };
}

/** Fields of which at least one is in the state of a loop. */
const OF_STATES = ['current_iteration', 'max_iterations', 'completion_criteria', 'completion'];

/** True for a file that means to be the state of a loop, whether or not it is a good one. */
export function isLoopState(file: Fields): boolean {
  const state = toSnakeKeys(file) as Fields;
  return OF_STATES.some((name) => name in state);
}

/** Reads the state of a loop, in either spelling of its keys. Throws `bad_file` for a file that is none. */
export function readLoopState(file: Fields): LoopStateFile {
  const state = toSnakeKeys(file) as Fields;
  const loopId = text(first(state, ['loop_id', 'id', 'name']));
  const task = text(state.task) ?? text(state.task_description) ?? loopId;
  if (!isLoopState(file)) throw badFile('it is neither the record of an iteration nor the state of a loop');
  if (task === null) throw badFile('the state of a loop needs a task, or an id of the loop');
  const listed = Array.isArray(state.iterations) ? state.iterations : [];
  return {
    loopId: loopId && cut(loopId, MAX_NAME),
    content: contentOf(state, task, file),
    startedAt: timeIn(state, STARTED)?.at ?? null,
    endedAt: timeIn(state, ENDED)?.at ?? null,
    summary: summaryOf(state, task),
    attempts: named(
      listed.slice(0, MAX_LISTED).flatMap((entry, place) => (isFields(entry) ? [attemptOf(entry, place, task)] : [])),
    ),
  };
}
