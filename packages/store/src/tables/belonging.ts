import { one, type ReadableDb } from '../sql/database.ts';

/** Kinds of records that others belong to. */
export type OwnerKind = 'project' | 'session' | 'source';

/** The records that belong to one, as the beginning of a condition that its id completes. */
const BELONGING: Readonly<Record<OwnerKind, readonly string[]>> = {
  project: [
    'session WHERE project_id',
    'reflection WHERE project_id',
    'claim WHERE project_id',
    'attempt WHERE project_id',
    'turn WHERE project_id',
    "project WHERE deleted_at IS NOT NULL AND json_extract(extra, '$.mergedInto')",
  ],
  session: [
    'reflection WHERE session_id',
    'session WHERE parent_id',
    'episode WHERE session_id',
    'claim WHERE session_id',
    'attempt WHERE session_id',
    'turn WHERE session_id',
  ],
  source: [
    'reflection WHERE source_id',
    'session WHERE source_id',
    'episode WHERE source_id',
    'claim WHERE source_id',
    'attempt WHERE source_id',
    'turn WHERE source_id',
  ],
};

/** Number of records, deleted ones included, that belong to a project, a session or a source; a project merged into one is such. */
export function dependentsOf(db: ReadableDb, kind: OwnerKind, id: string): number {
  const counts = BELONGING[kind].map((some) => `(SELECT COUNT(*) FROM ${some} = :id)`);
  return one<{ n: number }>(db, `SELECT ${counts.join(' + ')} AS n`, { id })?.n ?? 0;
}

/** The condition that a record belongs to the one with this id, which is SQL: a parameter, or a column with its table. */
export function inUse(kind: OwnerKind, id: string): string {
  return BELONGING[kind].map((some) => `EXISTS (SELECT 1 FROM ${some} = ${id})`).join(' OR ');
}

/** True while {@link dependentsOf} is not 0. Stops at the first record. */
export function isInUse(db: ReadableDb, kind: OwnerKind, id: string): boolean {
  return one<{ used: number }>(db, `SELECT ${inUse(kind, ':id')} AS used`, { id })?.used === 1;
}
