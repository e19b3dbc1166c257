import { all, connection, one, run, transaction } from '../sql/database.ts';
import type { VectorDb } from './vector-file.ts';

/** Identity of the model of some vectors; it does not matter where the model is served. */
export interface ModelIdentity {
  provider: string;
  model: string;
  /** Numbers per vector, 1 to 8192. */
  dimension: number;
}

/** How near unrelated texts are to each other in this model. */
export interface Background {
  /** Mean and standard deviation of the cosines of unrelated lessons. */
  mean: number;
  deviation: number;
  /** How much nearer than usual a lesson is to an unrelated question: centre and standard deviation. */
  lift: { centre: number; spread: number };
  /** Vectors of the questions that define what is usual. */
  questions: readonly Float32Array[];
}

/** The vectors of one model. At most one set serves, and at most one other is being filled. */
export interface ModelSet extends ModelIdentity {
  /** Never reused within a file, so that a late answer is not mistaken for one of a later set. */
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
  // A copy, because the bytes may not be aligned to four.
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
 * Begins an empty set, or continues the one with the same identity, and deletes any other set that is being filled, because
 * nobody needs it any more. Partitions are projects, so that a question about one project reads only its vectors. A chunk has 64
 * vectors, because every project has at least one chunk.
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

/** Marks the set as complete: it serves from now on, and all others are deleted. */
export function serveSet(db: VectorDb, id: number): void {
  transaction(db, () => {
    for (const other of modelSets(db)) if (other.id !== id) dropTables(db, other.id);
    const changed = run(db, "UPDATE vector_set SET state = 'serving' WHERE id = ?", [id]);
    if (changed !== 1) throw new Error(`vector set ${id} to serve is missing`);
  });
}

/** Deletes the vectors of every model. */
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
