import { all, run, type WritableDb } from '../sql/database.ts';
import { rehashOperation } from '../undo/operations-log.ts';

/** What was said of changes of tags before 2026-11-27: it named the tags, which may be words of a lesson. */
const NAMES_TAGS = /^((?:\w+: )?Tagged \d+ lessons?): .*$/s;
const MAY_NAME_TAGS = "GLOB '*Tagged [0-9]* lesson*: *'";

/**
 * Removes the tags that changes of many lessons were about from the log, and from the titles of the jobs that made them, once they have
 * ended. `changes` selects the purged rows of `operation_change`, with `:ids`.
 */
export function forgetTags(db: WritableDb, changes: string, ids: string): void {
  const here = `seq IN (SELECT operation_seq FROM ${changes})`;
  // The steps of a job all say the same, also those that changed none of the purged lessons.
  const jobs = `SELECT id FROM job WHERE kind = 'change' AND state IN ('done', 'failed', 'cancelled')
    AND id IN (SELECT job_id FROM operation WHERE ${here})`;
  const sql = `SELECT seq, summary FROM operation WHERE ${here} AND summary ${MAY_NAME_TAGS}
    UNION SELECT seq, summary FROM operation WHERE job_id IN (${jobs}) AND summary ${MAY_NAME_TAGS}`;
  for (const { seq, summary } of all<{ seq: number; summary: string }>(db, sql, { ids })) {
    run(db, 'UPDATE operation SET summary = ? WHERE seq = ?', [summary.replace(NAMES_TAGS, '$1'), seq]);
    rehashOperation(db, seq);
  }
  const titled = all<{ id: string; title: string }>(db, `SELECT id, title FROM job WHERE id IN (${jobs})`, { ids });
  for (const { id, title } of titled) {
    run(db, 'UPDATE job SET title = ? WHERE id = ?', [title.replace(NAMES_TAGS, '$1'), id]);
  }
}
