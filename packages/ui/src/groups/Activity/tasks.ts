import type { Operation } from '@twicewise/contract';

/** Most changes that are listed of one task. */
const MAX_LISTED = 50;

/** What somebody did: one write, or the steps of a job as far as they have been read, the newest first. */
export interface Task {
  newest: Operation;
  steps: readonly Operation[];
}

/** Writes as what was done: the steps of a job stand once, where its newest one is. Its undo stands for itself. */
export function tasksOf(operations: readonly Operation[]): Task[] {
  const key = ({ id, jobId, kind }: Operation) => (jobId === null ? id : `${jobId} ${kind}`);
  return [...Map.groupBy(operations, key).values()].flatMap(([newest, ...older]) =>
    newest ? [{ newest, steps: [newest, ...older] }] : [],
  );
}

/** How many changes a task made, steps that are not read yet included, and the newest of them. */
export function taskChanges({ newest, steps }: Task) {
  const count = newest.jobChangeCount ?? steps.reduce((sum, { changeCount }) => sum + changeCount, 0);
  return { count, changes: steps.flatMap(({ changes }) => changes).slice(0, MAX_LISTED) };
}
