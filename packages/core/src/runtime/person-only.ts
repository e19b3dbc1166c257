import {
  AppError,
  type Author,
  type Caller,
  GUARDED_SETTINGS,
  NOTHING_CHANGED,
  type OperationName,
} from '@twicewise/contract';
import { getOperation, type ReadableDb } from '@twicewise/store';

// Decisions that only a person may make (docs/adr/0027-who-is-a-person.md). Imports act for a person and are our own code, so
// these rules do not apply to them.

/** True for agents, and for programs without a proven person behind them. */
export function isUnproved({ author }: Caller): boolean {
  return author.kind === 'agent';
}

/**
 * The author to store with a job that writes as an importer, when no person asked for it. A file must not give an agent more
 * rights.
 */
export function behindJob(caller: Caller): { asker?: Author } {
  return isUnproved(caller) ? { asker: caller.author } : {};
}

/**
 * True for an agent that works in a project and gets reminders. A program that only asks is treated like a person who browses.
 */
export function isAgentAtWork({ author, door }: Caller): boolean {
  return author.kind === 'agent' && door !== 'cli' && door !== 'http';
}

/** True where an agent reads the answer: one at work, or one that a program says it shows the answer to. */
export function isShownToAgent(caller: Caller): boolean {
  return isAgentAtWork(caller) || (caller.forAgent === true && caller.author.kind === 'agent');
}

/** The hint of each such refusal. */
export const ASK_PERSON = 'Ask the person to do it: in the app, on its page in the browser, or at a terminal.';

/** The error for an action that only a person may take; `what` completes "Only a person …". */
export function onlyPerson(what: string): AppError {
  return new AppError({
    code: 'refused',
    message: `Only a person ${what}`,
    effect: NOTHING_CHANGED,
    hint: ASK_PERSON,
  });
}

const DECIDES = 'decides which lessons count';
const CLEANS_UP = 'changes lessons like this, and goes back to earlier versions';
const REMOVES = 'removes something for good';

/** Operations that only a person may call. An agent may store its own lessons, but not decide what counts among them. */
const PERSON_ONLY: Partial<Record<OperationName, string>> = {
  'reflection.setState': DECIDES,
  'reflection.pin': DECIDES,
  'reflection.merge': DECIDES,
  'reflection.mergeMany': DECIDES,
  'reflection.keep': DECIDES,
  'reflection.dismissSuspect': DECIDES,
  'reflection.dismissContradiction': DECIDES,
  'reflection.restore': 'takes something out of the bin',
  'episode.restore': 'takes something out of the bin',
  'attempt.restore': 'takes something out of the bin',
  'turn.restore': 'takes something out of the bin',
  'reflection.changeMany': CLEANS_UP,
  'reflection.revert': CLEANS_UP,
  'episode.changeMany': 'deletes or restores sessions like this',
  'import.removeSample': 'removes the sample',
  // It moves lessons that a person wrote, and decides which settings of review they are under.
  'project.merge': 'merges projects',
  'reflection.purge': REMOVES,
  'episode.purge': REMOVES,
  'attempt.purge': REMOVES,
  'turn.purge': REMOVES,
  'session.purge': REMOVES,
};

/** Refuses a person-only operation to all other callers. Throws `refused`. */
export function refusePersonOnly(caller: Caller, name: OperationName): void {
  const what = PERSON_ONLY[name];
  if (what !== undefined && isUnproved(caller)) throw onlyPerson(what);
}

/** Refuses to let others change what a person wrote. Throws `refused`. */
export function refuseWordsOfPerson(
  caller: Caller,
  what: 'lesson' | 'episode' | 'attempt' | 'turn',
  { author }: Pick<Caller, 'author'>,
): void {
  if (author.kind === 'person' && isUnproved(caller))
    throw onlyPerson(`changes or deletes ${/^[ae]/.test(what) ? 'an' : 'a'} ${what} that a person wrote`);
}

/** Refuses to let others undo or redo a person's last operation. Throws `refused`. */
export function refuseDeedOfPerson(caller: Caller, db: ReadableDb, operationId: string): void {
  if (!isUnproved(caller) || getOperation(db, operationId)?.author.kind !== 'person') return;
  throw onlyPerson('takes back what a person did, or does it again');
}

/** Refuses an agent's request that would send text to an embedding server. Throws `refused`. */
export function refuseSending({ author }: Caller): void {
  if (author.kind !== 'person') throw onlyPerson('has an embedding server asked: it decides what leaves this machine');
}

/**
 * Refuses an agent that would change, also by undo, where lessons and questions are sent, or which of its lessons wait for
 * review: text in a memory can talk an agent into anything. Throws `refused`.
 */
export function refuseGuarded(caller: Caller, keys: readonly string[]): void {
  const guarded = keys.filter((key) => (GUARDED_SETTINGS as readonly string[]).includes(key));
  if (!isUnproved(caller) || guarded.length === 0) return;
  throw onlyPerson(`changes ${guarded.join(', ')}: it decides what leaves this machine, or what agents have reviewed`);
}
