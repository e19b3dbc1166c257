import { all, type ReadableDb } from '../sql/database.ts';
import { ENTITY_TABLES, type EntityKind } from '../tables/entities.ts';

/**
 * Everything that is stored of these records but for texts of turns: their rows, and what the operations log holds of them and of
 * the feedback on them, each as JSON. A cell that is a JSON document is a text of JSON there.
 */
export function* recordsWithChanges(db: ReadableDb, kind: EntityKind, ids: readonly string[]): Generator<unknown> {
  const { table, key } = ENTITY_TABLES[kind];
  const named = JSON.stringify(ids);
  yield* all(db, `SELECT * FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(?))`, [named]);
  const sql = `SELECT before, after FROM operation_change WHERE entity_id IN (SELECT value FROM json_each(:ids)
    UNION SELECT id FROM feedback WHERE reflection_id IN (SELECT value FROM json_each(:ids)))`;
  yield* all(db, sql, { ids: named });
}
