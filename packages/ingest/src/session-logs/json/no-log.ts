import { isLoopRecord } from '../../loop-files/read-record.ts';
import { type Fields, isFields, plainKey } from './tree.ts';

/** Keys of a lesson that no session log has. */
const OF_LESSONS = ['taskDescription', 'nextStrategy', 'whatWorked', 'whatDidNotWork'];
/** Keys of the state of a Reflexion loop that no session log has, without their separators. */
const OF_LOOPS: ReadonlySet<string> = new Set(['currentiteration', 'maxiterations']);

const isLesson = (value: unknown) => isFields(value) && OF_LESSONS.some((key) => key in value);
const isLoopState = (file: Fields) => Object.keys(file).some((key) => OF_LOOPS.has(plainKey(key)));

/**
 * Says of JSON that another import is made for what it is and how to use that; null for anything else. Read as a log it would become
 * an episode that nobody recorded.
 */
export function otherImportOf(members: readonly unknown[]): string | null {
  if (members.length > 0 && members.every(isLesson))
    return 'These are lessons, not a session log: write one per line, and import them as lessons (--format lessons).';
  const [file] = members;
  if (members.length === 1 && isFields(file) && (isLoopRecord(file) || isLoopState(file)))
    return 'This is of a Reflexion loop, not a session log: import it as loops (--format loops).';
  return null;
}
