import type { Binned, BinPage, BinPlace } from '../runtime/bin.ts';
import { all, type ReadableDb } from '../sql/database.ts';
import { titleOfLesson } from '../tables/lesson-title.ts';
import { TASK } from '../turns/row-texts.ts';

/** What is in the bin of one kind of records. */
export interface Bin {
  /** Records after a position. Reads only the index entries of deleted ones. */
  after(db: ReadableDb, after: BinPlace | null, limit: number): BinPage;
  /** Those of the given records that are in the bin. */
  named(db: ReadableDb, ids: readonly string[]): Binned[];
}

/** `when` says when a record was, as far as known: an expression of the index on the bin. Null: its index has none. */
function binOf(from: string, title: string, when: string | null): Bin {
  const order = when === null ? 'deleted_at, seq' : `deleted_at, ${when}, seq`;
  const columns = `seq, id, revision, ${title} AS task`;
  return {
    after(db, after, limit) {
      const [deletedAt, at, seq] = after ?? ['', '', 0];
      const position = when === null ? [deletedAt, seq] : [deletedAt, at, seq];
      const sql = `SELECT ${columns}, deleted_at AS deletedAt, ${when ?? "''"} AS at FROM ${from}
        WHERE (${order}) > (${position.map(() => '?').join(', ')}) ORDER BY ${order} LIMIT ?`;
      const rows = all<Binned & { deletedAt: string; at: string }>(db, sql, [...position, limit]);
      return rows.map(({ deletedAt, at, ...row }) => ({ ...row, place: [deletedAt, at, row.seq] }));
    },
    named(db, ids) {
      const sql = `SELECT ${columns} FROM ${from}
        WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NOT NULL ORDER BY seq`;
      return all(db, sql, [JSON.stringify(ids)]);
    },
  };
}

const START_OF_TASK = 'substr(task, 1, 300)';

/** The bins, by kind of their records. */
export const BINS = {
  reflection: binOf('reflection', titleOfLesson('reflection'), 'created_at'),
  episode: binOf('episode', START_OF_TASK, 'coalesce(occurred_at, created_at)'),
  attempt: binOf('attempt', START_OF_TASK, 'coalesce(ended_at, started_at, created_at)'),
  turn: binOf('turn t', TASK, null),
} as const satisfies Record<string, Bin>;
