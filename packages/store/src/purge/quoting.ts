import type { OperationName } from '@twicewise/contract';

/** Operations whose summaries say how many records they changed, or which project, and quote none of them but tags. */
const QUOTING_NONE: readonly OperationName[] = [
  'reflection.changeMany',
  'reflection.mergeMany',
  'episode.changeMany',
  'turn.prune',
  'project.merge',
];

/** The condition that the summary of an operation may quote a record that it changed; those of jobs do not. */
export const MAY_QUOTE = `job_id IS NULL AND name NOT IN (${QUOTING_NONE.map((name) => `'${name}'`).join(', ')})`;
