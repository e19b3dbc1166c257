import { setImmediate as nextTurn } from 'node:timers/promises';
import { type ModelSet, type Neighbour, nearest } from '@twicewise/store';
import type { VectorCatalogue } from './vector-catalogue.ts';
import type { VectorFile } from './vector-file.ts';

/** Neighbours that take part in an answer; more than twice the longest one. */
const NEIGHBOURS = 500;
/** Vectors that are read at once when projects are not told apart; about 6 ms for 768 numbers each. */
const MAX_AT_ONCE = 4000;
/** Vectors that one question may read; beyond, it is answered by words alone. About 75 ms, with turns for others. */
const MAX_READ = 50_000;
/** Vectors of one project that it may read: they are read in one go, about 40 ms. */
const MAX_OF_PROJECT = 30_000;
/** Longest time a slice of reading holds the thread before others have a turn, in milliseconds. */
const SLICE_MS = 5;

/** Where and in which set to look. */
export interface NearbyOptions {
  file: VectorFile;
  catalogue: VectorCatalogue;
  set: ModelSet;
  vector: Float32Array;
  /** All projects when left out. */
  projectIds: readonly string[] | undefined;
  /** False as soon as the set is not the one that serves. */
  isCurrent: () => boolean;
}

/** Projects to look in, each by itself; null stands for all at once. */
function partitionsOf(counts: ReadonlyMap<string, number>, projectIds: readonly string[] | undefined) {
  const named = projectIds ? [...new Set(projectIds)] : [...counts.keys()];
  const projects = named.filter((id) => counts.has(id));
  const sizes = projects.map((id) => counts.get(id) as number);
  const vectors = sizes.reduce((sum, size) => sum + size, 0);
  return {
    vectors,
    largest: Math.max(0, ...sizes),
    partitions: projectIds === undefined && vectors <= MAX_AT_ONCE ? [null] : projects,
  };
}

/**
 * Cosines of the lessons nearest to a vector, by id, nearest first; only those nearer than unrelated texts. Null when there
 * are too many vectors to look through, or when the set stopped serving meanwhile. Others have a turn between projects.
 */
export async function nearbyLessons(options: NearbyOptions): Promise<ReadonlyMap<string, number> | null> {
  const { file, catalogue, set, vector, projectIds, isCurrent } = options;
  const { vectors, largest, partitions } = partitionsOf(catalogue.countsOf(set.id), projectIds);
  if (vectors > MAX_READ || largest > MAX_OF_PROJECT) return null;
  const found: Neighbour[] = [];
  let until = performance.now() + SLICE_MS;
  for (const project of partitions) {
    if (performance.now() >= until) {
      await nextTurn();
      if (!isCurrent()) return null;
      until = performance.now() + SLICE_MS;
    }
    found.push(...file.use((db) => nearest(db, set.id, vector, NEIGHBOURS, project)));
  }
  const near = found
    .filter(({ lessonId, cosine }) => cosine > set.background.mean && !catalogue.isStale(lessonId))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, NEIGHBOURS);
  return new Map(near.map(({ lessonId, cosine }) => [lessonId, cosine]));
}
