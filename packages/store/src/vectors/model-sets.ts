import { all, connection, one, run, transaction } from '../database.ts';
import type { VectorDb } from './vector-file.ts';

/** What tells the vectors of one model from those of another; where the model is served does not matter. */
export interface ModelIdentity {
  provider: string;
  model: string;
  /** Numbers per vector, 1 to 8192. */
  dimension: number;
}

/** How near texts are to each other that have nothing to do with each other, in this model. */
export interface Background {
  /** Mean and standard deviation of the cosines of such lessons. */
  mean: number;
  deviation: number;
  /** How much nearer than usual a lesson is to a question that has nothing to do with it: middle and standard deviation. */
  lift: { centre: number; spread: number };
  /** Vectors of questions that say what is usual. */
  questions: readonly Float32Array[];
}

/** The vectors of one model. At most one set serves; at most one other is being filled. */
export interface ModelSet extends ModelIdentity {
  /** Never given twice in one file, so that an answer that comes late is not taken for one of a later set. */
  id: number;
  state: 'filling' | 'serving';
  background: Background;
}

interface Row extends ModelIdentity {
  id: number;
  state: ModelSet['state'];
  mean: number;
  deviation: number;
  centre: number;
  spread: number;
  questions: Uint8Array;
}

function toBytes(vectors: readonly Float32Array[]): Uint8Array {
  return Buffer.concat(
    vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

function toVectors(bytes: Uint8Array, dimension: number): Float32Array[] {
  // A copy, because the bytes may not lie on a multiple of four.
  const all = new Float32Array(Uint8Array.from(bytes).buffer);
  return Array.from({ length: all.length / dimension }, (_, at) => all.subarray(at * dimension, (at + 1) * dimension));
}

/** All sets, oldest first. */
export function modelSets(db: VectorDb): ModelSet[] {
  const sql = `SELECT id, provider, model, dimension, state, background_mean AS mean, background_deviation AS deviation,
      lift_centre AS centre, lift_spread AS spread, questions FROM vector_set ORDER BY id`;
  return all<Row>(db, sql).map(({ mean, deviation, centre, spread, questions, ...set }) => {
    const known = toVectors(questions, set.dimension);
    return { ...set, background: { mean, deviation, lift: { centre, spread }, questions: known } };
  });
}

/**
 * Begins an empty set, or goes on with the one of the same identity, and drops any other that is still being filled:
 * nobody waits for that one any more. Partitions are projects, so that a question about one project reads its vectors
 * only; 64 vectors to a chunk, because every project has at least one chunk.
 */
export function beginSet(db: VectorDb, identity: ModelIdentity, background: Background, at: string): ModelSet {
  const { provider, model, dimension } = identity;
  const { mean, deviation, lift, questions } = background;
  return transaction(db, () => {
    const sets = modelSets(db);
    const same = sets.find((set) => set.provider === provider && set.model === model && set.dimension === dimension);
    for (const other of sets) if (other.state === 'filling' && other !== same) dropTables(db, other.id);
    if (same) return same;
    const row = one<{ id: number }>(
      db,
      `INSERT INTO vector_set (provider, model, dimension, state, background_mean, background_deviation, lift_centre,
         lift_spread, questions, created_at) VALUES (?, ?, ?, 'filling', ?, ?, ?, ?, ?, ?) RETURNING id`,
      [provider, model, dimension, mean, deviation, lift.centre, lift.spread, toBytes(questions), at],
    );
    const id = row?.id as number;
    connection(db).exec(
      `CREATE VIRTUAL TABLE vectors_${id} USING vec0(project TEXT partition key, vector float[${dimension}], chunk_size=64)`,
    );
    return { ...identity, id, state: 'filling', background };
  });
}

/** The set is complete: from now on it serves, and all others are dropped. */
export function serveSet(db: VectorDb, id: number): void {
  transaction(db, () => {
    for (const other of modelSets(db)) if (other.id !== id) dropTables(db, other.id);
    const changed = run(db, "UPDATE vector_set SET state = 'serving' WHERE id = ?", [id]);
    if (changed !== 1) throw new Error(`vector set ${id} to serve is missing`);
  });
}

/** Drops the vectors of every model. */
export function dropSets(db: VectorDb): void {
  transaction(db, () => {
    for (const { id } of modelSets(db)) dropTables(db, id);
  });
}

function dropTables(db: VectorDb, id: number): void {
  connection(db).exec(`DROP TABLE vectors_${id}`);
  run(db, 'DELETE FROM embedding WHERE set_id = ?', [id]);
  run(db, 'DELETE FROM vector_set WHERE id = ?', [id]);
}
