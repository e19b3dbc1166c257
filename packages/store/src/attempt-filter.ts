import { type AttemptContent, MAX_SCORED_CHECKS, type Outcome } from '@twicewise/contract';
import type { SqlValue } from './database.ts';

// SQL that questions about attempts have in common. Attempts are called `a` in it.

/** When an attempt ended, else began, else was recorded: the order of lists, and an expression of their indexes. */
export const WHEN = 'coalesce(a.ended_at, a.started_at, a.created_at)';

/** A cell of JSON, or an empty one when it is damaged. */
export const sound = (column: string) => `iif(json_valid(a.${column}), a.${column}, '{}')`;
/** Length of a list in a cell of JSON, 0 where there is none. */
export const lengthOf = (column: string, path = '$') => `coalesce(json_array_length(${sound(column)}, '${path}'), 0)`;
/** A value in the content of an attempt. */
export const contentAt = (path: string) => `${sound('content')} ->> '${path}'`;

/** What a check says that a reward is made of. */
export type ScoredCheck = Pick<AttemptContent['checks'][number], 'kind' | 'verdict' | 'counts'>;
/** The last checks as JSON, in their order. */
export const SCORED_CHECKS = `(SELECT json_group_array(json_object('kind', value ->> '$.kind', 'verdict', value ->> '$.verdict',
      'counts', value -> '$.counts'))
    FROM json_each(${sound('content')}, '$.checks') WHERE key >= ${lengthOf('content', '$.checks')} - ${MAX_SCORED_CHECKS})`;

/** Filter of `attempt.list` with references resolved to ids. */
export interface AttemptFilter {
  deleted: 'exclude' | 'only';
  ids?: readonly string[];
  projectIds?: readonly string[];
  sessionIds?: readonly string[];
  /** Attempts of other sessions in the project of this one. */
  besideSession?: string;
  taskIdentity?: string;
  lessonId?: string;
  outcomes?: readonly Outcome[];
  /** Only attempts of which somebody made something. */
  withReflection?: boolean;
}

/** The conditions of a filter and the values for their question marks. */
export function conditions(filter: AttemptFilter): { where: string[]; values: SqlValue[] } {
  const where = [filter.deleted === 'only' ? 'a.deleted_at IS NOT NULL' : 'a.deleted_at IS NULL'];
  const values: SqlValue[] = [];
  const anyOf = (column: string, wanted: readonly string[] | undefined) => {
    if (!wanted) return;
    // A single value keeps the order of the index; several would be sorted.
    where.push(wanted.length === 1 ? `${column} = ?` : `${column} IN (SELECT value FROM json_each(?))`);
    values.push(wanted.length === 1 ? (wanted[0] ?? '') : JSON.stringify(wanted));
  };
  anyOf('a.id', filter.ids);
  anyOf('a.project_id', filter.projectIds);
  anyOf('a.session_id', filter.sessionIds);
  anyOf('a.task_identity', filter.taskIdentity === undefined ? undefined : [filter.taskIdentity]);
  anyOf('a.outcome', filter.outcomes);
  if (filter.withReflection) where.push(`json_type(${sound('content')}, '$.reflection') = 'object'`);
  if (filter.besideSession !== undefined) {
    where.push('a.project_id = (SELECT project_id FROM session WHERE id = ?)', 'a.session_id IS NOT ?');
    values.push(filter.besideSession, filter.besideSession);
  }
  if (filter.lessonId !== undefined) {
    where.push('a.id IN (SELECT attempt_id FROM attempt_link WHERE target_id = ?)');
    values.push(filter.lessonId);
  }
  return { where, values };
}
