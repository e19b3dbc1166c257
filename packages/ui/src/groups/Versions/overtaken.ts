import type { Change } from '@twicewise/contract';
import { ALONG, type Task, taskChanges } from './tasks.ts';

type Fields = NonNullable<Change['after']>;

/** Fields that follow from the others. */
const DERIVED = /^(?:revision|updatedAt|contentHash)$/;

/** Whether later writes changed a record so that these changes of it cannot be undone. */
function isChanged([first]: readonly Change[], after: Fields, later: Fields): boolean {
  const isMade = first?.before === null;
  // Made along with others, it stays where these use it; else it goes only while nothing of it was changed.
  if (isMade && ALONG.includes(first.entity)) return false;
  const fields = isMade ? ['revision'] : Object.keys(after).filter((field) => !DERIVED.test(field));
  return fields.some((field) => field in later && JSON.stringify(later[field]) !== JSON.stringify(after[field]));
}

/**
 * The ids of the newest writes of those of these tasks, newest first, whose undo would be refused because later ones changed a record
 * of theirs. Not jobs: what was changed since is left as it is, and the rest undone.
 */
export function overtaken(tasks: readonly Task[]): ReadonlySet<string> {
  const now = new Map<string, Fields>();
  const isOvertaken = (task: Task) => {
    const byRecord = Map.groupBy(taskChanges(task).changes, ({ entityId }) => entityId);
    const records = [...byRecord].map(([id, own]) => {
      const after: Fields = Object.assign({}, ...own.map((change) => change.after));
      const later = now.get(id) ?? {};
      now.set(id, { ...after, ...later });
      return isChanged(own, after, later);
    });
    const { kind, jobId, reversedById } = task.newest;
    return jobId === null && kind !== 'undo' && reversedById === null && records.includes(true);
  };
  return new Set(tasks.filter(isOvertaken).map(({ newest }) => newest.id));
}
