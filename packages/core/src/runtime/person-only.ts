import { AppError, type Author, type Caller, GUARDED_SETTINGS, type OperationName } from '@twicewise/contract';
import { getOperation, type ReadableDb } from '@twicewise/store';

// What a person decides, nobody else decides in their place (docs/adr/0027-who-is-a-person.md). Imports are a person's, and our
// own: they are not held to it.

/** True for agents, and for programs that no person was seen behind. */
export function isUnproved({ author }: Caller): boolean {
  return author.kind === 'agent';
}

/**
 * Who asked for a job of ours that writes in the name of an import, to be kept with it where no person did: by way of a file
 * nobody has more to say.
 */
export function behindJob(caller: Caller): { asker?: Author } {
  return isUnproved(caller) ? { asker: caller.author } : {};
}

/** True for an agent that is told things and has a project of its own; a program that asks looks around as a person does. */
export function isAgentAtWork({ author, door }: Caller): boolean {
  return author.kind === 'agent' && door !== 'cli' && door !== 'http';
}

/** Refusal of what only a person may do; `what` completes "Only a person …". */
export function onlyPerson(what: string): AppError {
  return new AppError({
    code: 'refused',
    message: `Only a person ${what}; nothing was changed.`,
    hint: 'Ask the person to do it: in the app, on its page in the browser, or at a terminal.',
  });
}

const DECIDES = 'decides which lessons count';
const CLEANS_UP = 'changes lessons like this, and goes back to earlier versions';
const REMOVES = 'removes something for good';

/** Operations that are a person's word. What an agent stores itself, it stores; what counts of it is not its to say. */
const PERSON_ONLY: Partial<Record<OperationName, string>> = {
  'reflection.setState': DECIDES,
  'reflection.pin': DECIDES,
  'reflection.merge': DECIDES,
  'reflection.keep': DECIDES,
  'reflection.dismissSuspect': DECIDES,
  'reflection.dismissContradiction': DECIDES,
  'reflection.restore': 'takes something out of the bin',
  'episode.restore': 'takes something out of the bin',
  'reflection.changeMany': CLEANS_UP,
  'reflection.revert': CLEANS_UP,
  'reflection.purge': REMOVES,
  'episode.purge': REMOVES,
};

/** Refuses an operation that is a person's word to everybody else. Throws `refused`. */
export function refusePersonOnly(caller: Caller, name: OperationName): void {
  const what = PERSON_ONLY[name];
  if (what !== undefined && isUnproved(caller)) throw onlyPerson(what);
}

/** Refuses others to change what a person wrote. */
export function refuseWordsOfPerson(
  caller: Caller,
  what: 'lesson' | 'episode',
  { author }: Pick<Caller, 'author'>,
): void {
  if (author.kind === 'person' && isUnproved(caller))
    throw onlyPerson(`changes or deletes a ${what} that a person wrote`);
}

/** Refuses others to take back, or to do again, what a person did last. */
export function refuseDeedOfPerson(caller: Caller, db: ReadableDb, operationId: string): void {
  if (!isUnproved(caller) || getOperation(db, operationId)?.author.kind !== 'person') return;
  throw onlyPerson('takes back what a person did, or does it again');
}

/** Refuses an agent that would have something sent to an embedding server by asking for it. */
export function refuseSending({ author }: Caller): void {
  if (author.kind !== 'person') throw onlyPerson('has an embedding server asked: it decides what leaves this machine');
}

/**
 * Refuses an agent that would change, also by undoing a change, where lessons and questions are sent, or what of its own words
 * waits for a person. Text in a memory can talk an agent into anything.
 */
export function refuseGuarded({ author }: Caller, keys: readonly string[]): void {
  const guarded = keys.filter((key) => (GUARDED_SETTINGS as readonly string[]).includes(key));
  if (author.kind === 'person' || guarded.length === 0) return;
  throw onlyPerson(`changes ${guarded.join(', ')}: it decides what leaves this machine, or what agents have reviewed`);
}
