import type { OperationName } from '@twicewise/contract';

/** Operations whose summaries say how many records they changed, or which project, and quote none of them. */
const QUOTING_NONE: readonly OperationName[] = [
  'reflection.changeMany',
  'reflection.mergeMany',
  'episode.changeMany',
  'turn.prune',
  'project.merge',
];

/**
 * The condition that the summary of an operation may quote a record that it changed. Those of jobs do not, but for those of an undo of
 * many writes, which say what each of these said. One that an earlier step of a purge has emptied quotes nothing any more.
 */
export const MAY_QUOTE = `summary <> 'Purged' AND (job_id IS NULL OR job_id IN (SELECT id FROM job WHERE kind = 'undo'))
  AND name NOT IN (${QUOTING_NONE.map((name) => `'${name}'`).join(', ')})`;
