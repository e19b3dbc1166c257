import { type Change, isMadeByMention, type Operation } from '@twicewise/contract';

/** The most changes listed for one task. */
const MAX_LISTED = 50;

/** One write, or the steps of a job read so far, newest first. */
export interface Task {
  newest: Operation;
  steps: readonly Operation[];
}

/**
 * Groups writes into tasks: the steps of a job become one task, at the position of its newest step. Undoing a job is a task of
 * its own.
 */
export function tasksOf(operations: readonly Operation[]): Task[] {
  const key = ({ id, jobId, kind }: Operation) => (jobId === null ? id : `${jobId} ${kind}`);
  return [...Map.groupBy(operations, key).values()].flatMap(([newest, ...older]) =>
    newest ? [{ newest, steps: [newest, ...older] }] : [],
  );
}

/** The number of changes a task made, including steps not read yet, and the newest of them. */
export function taskChanges({ newest, steps }: Task) {
  const count = newest.jobChangeCount ?? steps.reduce((sum, { changeCount }) => sum + changeCount, 0);
  return { count, changes: steps.flatMap(({ changes }) => changes).slice(0, MAX_LISTED) };
}

/** The records that a task changed, by kind: those that it was about, and all of them. Null where the host does not say. */
export function taskRecords({ newest: { recordCounts } }: Task) {
  if (recordCounts === undefined) return null;
  const all = Object.entries(recordCounts) as [Change['entity'], number][];
  const about = all.filter(([entity]) => !isMadeByMention(entity));
  return { about: about.length > 0 ? about : all, all };
}

/** True when all records that it was about were purged since: nothing of that can be undone. */
export function isPurged(task: Task): boolean {
  const { count, changes } = taskChanges(task);
  const about = changes.filter(({ entity }) => !isMadeByMention(entity));
  return about.length > 0 && count === changes.length && about.every(({ before, after }) => !before && !after);
}
