import { isDecisionKey } from './decisions.ts';
import { type Fields, isFields, plainKey } from './tree.ts';

// Keys as `plainKey` writes them.
/** Keys that only a session log has. */
const OF_LOGS = /^(?:sessions?|sessionend|protocolcompliance|objectives?|worklog|events)$/;
const OF_LESSONS = ['taskdescription', 'whatworked', 'whatdidnotwork', 'nextstrategy'];
const OF_RECORDS = ['actoroutput', 'evaluatoroutput', 'selfreflection', 'iterationnumber', 'loopid'];
const OF_STATES = ['currentiteration', 'maxiterations', 'completioncriteria', 'completion', 'iterations', 'loopid'];

/** Keys that each of several members has. */
type KeysOf = ReadonlySet<string>;

const has = (keys: KeysOf, names: readonly string[]) => names.filter((name) => keys.has(name)).length;

function isOfLog(file: Fields): boolean {
  return Object.keys(file).some((key) => OF_LOGS.test(plainKey(key)) || isDecisionKey(key));
}

/** A lesson says how it ended, and what was tried or is to be tried; in a list, a text is enough. */
function isLesson(keys: KeysOf, isListed: boolean): boolean {
  return keys.has('outcome') && (has(keys, OF_LESSONS) > 0 || (isListed && has(keys, ['text', 'task']) > 0));
}

/** A file of a loop has several of its keys: one alone may stand in any log. */
const isLoop = (keys: KeysOf) => has(keys, OF_RECORDS) > 1 || has(keys, OF_STATES) > 1;

/**
 * Says of JSON, given as the members of its list or as itself alone, that another import is made for what it is; null for anything
 * else. Read as a log it would become an episode that nobody recorded.
 */
export function otherImportOf(members: readonly unknown[], isListed: boolean): string | null {
  if (members.length === 0 || !members.every(isFields) || members.some(isOfLog)) return null;
  const keys = members.map((member) => new Set(Object.keys(member).map(plainKey)));
  if (keys.every(isLoop)) return 'This is of a Reflexion loop, not a session log: import it as a loop.';
  if (keys.every((one) => isLesson(one, isListed)))
    return 'These are lessons, not a session log: write one per line, and import them as lessons.';
  return null;
}
