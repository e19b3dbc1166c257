import type { CausalClaim } from '@twicewise/contract';
import { all, one, type ReadableDb } from './database.ts';
import { parseCell } from './json-cell.ts';

interface ClaimRow {
  id: string;
  seq: number;
  project_id: string;
  session_id: string | null;
  source_id: string | null;
  source_pointer: string | null;
  stance: CausalClaim['stance'];
  relation: CausalClaim['relation'];
  from_kind: string;
  from_text: string;
  to_kind: string;
  to_text: string;
  basis: CausalClaim['basis'];
  note: string;
  author_kind: CausalClaim['author']['kind'];
  author_name: string;
  created_at: string;
  updated_at: string;
  revision: number;
  deleted_at: string | null;
}

const COLUMNS = `id, seq, project_id, session_id, source_id, source_pointer, stance, relation, from_kind, from_text, to_kind,
  to_text, basis, note, author_kind, author_name, created_at, updated_at, revision, deleted_at`;

function toClaim(row: ClaimRow): CausalClaim {
  return {
    id: row.id,
    seq: row.seq,
    projectId: row.project_id,
    sessionId: row.session_id,
    sourceId: row.source_id,
    sourcePointer: row.source_pointer,
    stance: row.stance,
    relation: row.relation,
    fromKind: row.from_kind,
    fromText: row.from_text,
    toKind: row.to_kind,
    toText: row.to_text,
    basis: row.basis,
    note: row.note,
    author: { kind: row.author_kind, name: row.author_name },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    deletedAt: row.deleted_at,
  };
}

/** The claim, retracted ones included, or null. */
export function getClaim(db: ReadableDb, id: string): CausalClaim | null {
  const row = one<ClaimRow>(db, `SELECT ${COLUMNS} FROM claim WHERE id = ?`, [id]);
  return row ? toClaim(row) : null;
}

/** The next claims in the order of truth after `seq`, retracted ones included. */
export function claimsAfter(db: ReadableDb, seq: number, limit: number): CausalClaim[] {
  const sql = `SELECT ${COLUMNS} FROM claim WHERE seq > ? ORDER BY seq LIMIT ?`;
  return all<ClaimRow>(db, sql, [seq, limit]).map(toClaim);
}

/** A claim that was read from a file, with what the file said and where it lay. */
export interface FiledClaim extends CausalClaim {
  extra: Record<string, unknown>;
  path: string | null;
}

/** Claims of a project that were read from files of this kind, retracted ones included, in no order. */
export function claimsFromFiles(db: ReadableDb, projectId: string, system: string): FiledClaim[] {
  const columns = COLUMNS.split(/,\s*/).map((column) => `c.${column}`);
  const sql = `SELECT ${columns.join(', ')}, c.extra, s.path FROM claim c JOIN source s ON s.id = c.source_id
    WHERE c.project_id = ? AND s.system = ?`;
  const rows = all<ClaimRow & { extra: string; path: string | null }>(db, sql, [projectId, system]);
  return rows.map((row) => ({
    ...toClaim(row),
    extra: parseCell(row.extra, {}) as FiledClaim['extra'],
    path: row.path,
  }));
}
