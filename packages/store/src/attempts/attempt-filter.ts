import { type AttemptContent, CHANGING_ACTION_TYPES, MAX_SCORED_CHECKS, type Outcome } from '@twicewise/contract';
import { all, type ReadableDb, type SqlValue } from '../sql/database.ts';
import { parseList, soundCell } from '../sql/json-cell.ts';
import { likePatterns } from '../sql/like-patterns.ts';

// SQL that questions about attempts have in common. Attempts are called `a` in it.

/** When an attempt ended, else began, else was recorded: the order of lists, and an expression of their indexes. */
export const WHEN = 'coalesce(a.ended_at, a.started_at, a.created_at)';

/** A cell of JSON, or an empty one when it is damaged. */
export const sound = (column: string) => soundCell(`a.${column}`, '{}');
/** Length of a list in a cell of JSON, 0 where there is none. */
export const lengthOf = (column: string, path = '$') => `coalesce(json_array_length(${sound(column)}, '${path}'), 0)`;
/** A value in the content of an attempt. */
export const contentAt = (path: string) => `${sound('content')} ->> '${path}'`;

/** The actions of an attempt that changed a file; `changedFiles` of the contract says the same of content that is read whole. */
const CHANGES = `json_each(${sound('content')}, '$.actor.actions')
    WHERE value ->> '$.filePath' IS NOT NULL AND (value ->> '$.type' IN (${CHANGING_ACTION_TYPES.map((type) => `'${type}'`).join()})
      OR coalesce(value ->> '$.additions', value ->> '$.deletions') IS NOT NULL)`;
/** Number of files that are changed: the stated one, because a source may know it without naming them, else the named ones. */
export const CHANGED_FILES = `coalesce(${contentAt('$.actor.totalChanges.filesChanged')}, (SELECT COUNT(DISTINCT path) FROM (
    SELECT value AS path FROM json_each(${sound('content')}, '$.actor.filesModified')
    UNION ALL SELECT value ->> '$.filePath' FROM ${CHANGES})))`;
/** Lines of an attempt: the stated total, else the sum over its actions; null where nobody counted. */
export const changedLines = (total: 'linesAdded' | 'linesDeleted', ofAction: 'additions' | 'deletions') =>
  `coalesce(${contentAt(`$.actor.totalChanges.${total}`)}, (SELECT SUM(value ->> '$.${ofAction}') FROM ${CHANGES}))`;

/** What a check says that a reward is made of. */
export type ScoredCheck = Pick<AttemptContent['checks'][number], 'kind' | 'verdict' | 'command' | 'counts'>;
/** The last checks as JSON, in their order. */
export const SCORED_CHECKS = `(SELECT json_group_array(json_object('kind', value ->> '$.kind', 'verdict', value ->> '$.verdict',
      'command', value ->> '$.command', 'counts', value -> '$.counts'))
    FROM json_each(${sound('content')}, '$.checks') WHERE key >= ${lengthOf('content', '$.checks')} - ${MAX_SCORED_CHECKS})`;

/** Filter of `attempt.list` with references resolved to ids. */
export interface AttemptFilter {
  deleted: 'exclude' | 'only';
  projectIds?: readonly string[];
  sessionIds?: readonly string[];
  /** Only these. */
  ids?: readonly string[];
  /** Attempts of other sessions in the project of this one. */
  besideSession?: string;
  taskIdentity?: string;
  lessonId?: string;
  outcomes?: readonly Outcome[];
  /** Only attempts with these `seq` values. */
  seqs?: readonly number[];
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
  anyOf('a.project_id', filter.projectIds);
  anyOf('a.session_id', filter.sessionIds);
  anyOf('a.id', filter.ids);
  anyOf('a.task_identity', filter.taskIdentity === undefined ? undefined : [filter.taskIdentity]);
  anyOf('a.outcome', filter.outcomes);
  if (filter.seqs) {
    where.push('a.seq IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(filter.seqs));
  }
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

const LIKE = "LIKE ? ESCAPE '\\'";
const IN_ERRORS = `EXISTS (SELECT 1 FROM json_each(${sound('content')}, '$.errors') WHERE value ->> '$.message' ${LIKE})`;
// All its texts but a category, which is one of a list, and names of other reflections.
const OF_REFLECTION = "WHERE cell.type = 'text' AND cell.key <> 'category' AND cell.path <> '$.reflection.related'";
const IN_REFLECTION = `EXISTS (SELECT 1 FROM json_tree(${sound('content')}, '$.reflection') AS cell
    ${OF_REFLECTION} AND cell.value ${LIKE})`;
const TEXT_PLACES = [`a.task ${LIKE}`, `a.strategy ${LIKE}`, IN_ERRORS, IN_REFLECTION];
const TEXT_MATCH = `(${TEXT_PLACES.join(' OR ')})`;

/** Which of these attempts, by `seq`, contain every word in task, strategy, messages of errors, or reflection. */
export function attemptsWithText(db: ReadableDb, seqs: readonly number[], text: string): number[] {
  const patterns = likePatterns(text);
  const where = ['a.seq IN (SELECT value FROM json_each(?))', ...patterns.map(() => TEXT_MATCH)];
  const values = patterns.flatMap((pattern) => TEXT_PLACES.map(() => pattern));
  const sql = `SELECT a.seq FROM attempt a WHERE ${where.join(' AND ')}`;
  return all<{ seq: number }>(db, sql, [JSON.stringify(seqs), ...values]).map(({ seq }) => seq);
}

/** The texts that {@link attemptsWithText} looks at, of attempts by `seq`. */
export function attemptTexts(db: ReadableDb, seqs: readonly number[]): Map<number, string[]> {
  const sql = `SELECT a.seq, a.task, a.strategy, (SELECT json_group_array(value) FROM (
      SELECT value ->> '$.message' AS value FROM json_each(${sound('content')}, '$.errors')
      UNION ALL SELECT cell.value FROM json_tree(${sound('content')}, '$.reflection') AS cell ${OF_REFLECTION})) AS rest
    FROM attempt a WHERE a.seq IN (SELECT value FROM json_each(?))`;
  const rows = all<{ seq: number; task: string; strategy: string | null; rest: string }>(db, sql, [
    JSON.stringify(seqs),
  ]);
  return new Map(rows.map(({ seq, task, strategy, rest }) => [seq, [task, strategy ?? '', ...parseList(rest)]]));
}
