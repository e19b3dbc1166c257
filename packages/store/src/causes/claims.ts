import { type CausalClaim, causalClaim } from '@twicewise/contract';
import { all, one, type ReadableDb } from '../sql/database.ts';
import { plain } from '../tables/columns.ts';
import { CLAIMS } from '../tables/entities.ts';
import { type RowOf, view } from '../tables/view.ts';

const PARTS = { from: 'claim c', alias: 'c', computed: {} };
const CLAIM = view(causalClaim, CLAIMS, PARTS);
const FILED = view(causalClaim, CLAIMS, {
  ...PARTS,
  from: 'claim c JOIN source s ON s.id = c.source_id',
  also: { extra: CLAIMS.columns.extra, path: plain<string | null>('s.path') },
});

/** A claim, retracted ones included, or null. */
export function getClaim(db: ReadableDb, id: string): CausalClaim | null {
  const row = one<RowOf<CausalClaim>>(db, `${CLAIM.select} WHERE c.id = ?`, [id]);
  return row ? CLAIM.decode(row) : null;
}

/** The next claims after `seq`, in order of `seq`, retracted ones included. */
export function claimsAfter(db: ReadableDb, seq: number, limit: number): CausalClaim[] {
  const sql = `${CLAIM.select} WHERE c.seq > ? ORDER BY c.seq LIMIT ?`;
  return all<RowOf<CausalClaim>>(db, sql, [seq, limit]).map(CLAIM.decode);
}

/** A claim read from a file, with what the file said and its path. */
export interface FiledClaim extends CausalClaim {
  extra: Record<string, unknown>;
  path: string | null;
}

/** Claims of a project read from files of this kind, retracted ones included, unordered. */
export function claimsFromFiles(db: ReadableDb, projectId: string, system: string): FiledClaim[] {
  const sql = `${FILED.select} WHERE c.project_id = ? AND s.system = ?`;
  return all<RowOf<FiledClaim>>(db, sql, [projectId, system]).map(FILED.decode);
}

/** Whether a claim of a project that is not in the bin supports this, in the same words. */
export function isClaimed(
  db: ReadableDb,
  projectId: string,
  { relation, from, to }: { relation: string; from: { kind: string; text: string }; to: { text: string } },
): boolean {
  const sql = `SELECT 1 FROM claim WHERE project_id = ? AND relation = ? AND stance = 'supports' AND deleted_at IS NULL
    AND from_kind = ? AND from_text = ? AND to_text = ? LIMIT 1`;
  return one(db, sql, [projectId, relation, from.kind, from.text, to.text]) !== undefined;
}
