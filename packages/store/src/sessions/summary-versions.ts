import { type SummaryVersion, type WorkingSummary, workingSummary } from '@twicewise/contract';
import { type CursorKind, decodeCursor, toPage } from '../sql/cursor.ts';
import { all, type ReadableDb } from '../sql/database.ts';

// The versions of where a session stood are what the operations log holds of that field: nothing is stored twice.

const CURSOR: CursorKind = ['summary versions', 'number'];

interface VersionRow {
  seq: number;
  operationId: string;
  writtenAt: string;
  authorKind: SummaryVersion['author']['kind'];
  authorName: string;
  kind: SummaryVersion['kind'];
  summary: string | null;
}

/** A summary that is damaged, or comes from a later version of the program, reads as none. */
function toSummary(cell: string | null): WorkingSummary | null {
  const read = workingSummary.safeParse(cell === null ? null : JSON.parse(cell));
  return read.success ? read.data : null;
}

function toVersion({ operationId, writtenAt, authorKind, authorName, kind, summary }: VersionRow): SummaryVersion {
  const author = { kind: authorKind, name: authorName };
  return { operationId, writtenAt, author, kind, summary: toSummary(summary) };
}

/** Versions of the working summary of a session, the newest first. Each carries all parts, so none needs those before it. */
export function findSummaryVersions(db: ReadableDb, sessionId: string, limit: number, cursor?: string) {
  if (limit === 0) return { items: [], nextCursor: null };
  const before = (decodeCursor(cursor, CURSOR)?.[0] ?? Number.MAX_SAFE_INTEGER) as number;
  const sql = `SELECT o.seq, o.id AS operationId, o.at AS writtenAt, o.kind, o.author_kind AS authorKind,
      o.author_name AS authorName, json_extract(c.after, '$.workingSummary') AS summary
    FROM operation_change c CROSS JOIN operation o ON o.seq = c.operation_seq
    WHERE c.entity_id = ? AND c.operation_seq < ? AND json_type(c.after, '$.workingSummary') IS NOT NULL
      AND (c.before IS NOT NULL OR json_type(c.after, '$.workingSummary') <> 'null')
    ORDER BY c.operation_seq DESC LIMIT ?`;
  const rows = all<VersionRow>(db, sql, [sessionId, before, limit + 1]);
  return toPage(rows, limit, CURSOR, (row) => [row.seq], toVersion);
}
