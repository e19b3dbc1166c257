import { all, run, type WritableDb } from '../sql/database.ts';
import { rehashOperation } from '../undo/operations-log.ts';

/** A summary or title that names tags: the count of lessons, a colon, the tags. */
const namesTags = (column: string) => `${column} GLOB 'Tagged [0-9]* lesson*: *'`;
const withoutTags = (column: string) => `substr(${column}, 1, instr(${column}, ':') - 1)`;

/**
 * Removes the names of tags from what is said of changes of many lessons, and from the jobs that made them: a tag may be a word
 * of a purged lesson. `changes` selects the purged rows of `operation_change`, with `:ids`.
 */
export function forgetTags(db: WritableDb, changes: string, ids: string): void {
  const tagged = `operation WHERE name = 'reflection.changeMany' AND ${namesTags('summary')}`;
  const here = `${tagged} AND seq IN (SELECT operation_seq FROM ${changes})`;
  // The steps of a job all say the same, also those that changed none of the purged lessons.
  const sql = `SELECT seq, job_id AS job FROM ${here}
    UNION SELECT seq, job_id FROM ${tagged} AND job_id IN (SELECT job_id FROM ${here})`;
  const found = all<{ seq: number; job: string | null }>(db, sql, { ids });
  for (const { seq } of found) {
    run(db, `UPDATE operation SET summary = ${withoutTags('summary')} WHERE seq = ?`, [seq]);
    rehashOperation(db, seq);
  }
  const jobs = new Set(found.flatMap(({ job }) => job ?? []));
  run(
    db,
    `UPDATE job SET title = ${withoutTags('title')},
       input = json_set(input, '$.change.add', json_array(), '$.change.remove', json_array())
     WHERE id IN (SELECT value FROM json_each(?)) AND state IN ('done', 'failed', 'cancelled') AND ${namesTags('title')}`,
    [JSON.stringify([...jobs])],
  );
}
