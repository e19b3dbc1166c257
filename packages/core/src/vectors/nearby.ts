import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Nearness } from '@twicewise/search';
import { type ModelSet, type Neighbour, nearest } from '@twicewise/store';
import { alikeFrom, liftsFrom } from './near-enough.ts';
import type { VectorCoverage } from './vector-coverage.ts';
import type { VectorFile } from './vector-file.ts';

/** Number of neighbours considered for an answer: more than twice the longest answer. */
const NEIGHBOURS = 500;
/** Number of vectors read at once when searching all projects together; about 6 ms for 768 numbers each. */
const MAX_AT_ONCE = 4000;
/** Maximum number of vectors read per question; with more, it is answered by words alone. About 75 ms, yielding in between. */
const MAX_READ = 50_000;
/** Maximum number of vectors in one project; they are read in one go, about 40 ms. */
const MAX_OF_PROJECT = 30_000;
/** Maximum time that a slice of reading holds the thread before it yields, in milliseconds. */
const SLICE_MS = 5;

/**
 * What the vector represents. Lessons are compared with each other directly; a question is near a lesson if it is nearer than
 * questions usually are.
 */
export type Asking = 'question' | 'lesson';

/** Where to search, and in which set. */
export interface NearbyOptions {
  asking: Asking;
  file: VectorFile;
  coverage: VectorCoverage;
  set: ModelSet;
  vector: Float32Array;
  /** All projects when left out. */
  projectIds: readonly string[] | undefined;
  /** False once another set serves. */
  isCurrent: () => boolean;
}

/** The projects to search one by one; null stands for all at once. */
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

/** Whether there are vectors in these projects, and not too many to be read for one question. */
export function isWithinReach(counts: ReadonlyMap<string, number>, projectIds: readonly string[] | undefined): boolean {
  const { vectors, largest } = partitionsOf(counts, projectIds);
  return vectors > 0 && vectors <= MAX_READ && largest <= MAX_OF_PROJECT;
}

/** The scale of nearness for this number of lessons. */
function scaleOf({ background }: ModelSet, asking: Asking, count: number): Omit<Nearness, 'values'> {
  if (asking === 'question') return { unrelated: background.lift.centre, ...liftsFrom(background, count) };
  const enough = alikeFrom(background);
  return { unrelated: background.mean, enough, maybe: enough };
}

/**
 * The lessons nearest to a vector, nearest first, if nearer than unrelated texts. Null when there are too many vectors or none,
 * or when the set stopped serving meanwhile. Yields between projects.
 */
export async function nearbyLessons(options: NearbyOptions): Promise<Nearness | null> {
  const { asking, file, coverage, set, vector, projectIds, isCurrent } = options;
  const counts = coverage.countsOf(set.id);
  if (!isWithinReach(counts, projectIds)) return null;
  const { vectors, partitions } = partitionsOf(counts, projectIds);
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
  const scale = scaleOf(set, asking, vectors);
  const near = found
    .map(({ lessonId, cosine, usual }) => ({ lessonId, value: asking === 'question' ? cosine - usual : cosine }))
    .filter(({ lessonId, value }) => value > scale.unrelated && !coverage.isStale(lessonId))
    .sort((a, b) => b.value - a.value)
    .slice(0, NEIGHBOURS);
  return { ...scale, values: new Map(near.map(({ lessonId, value }) => [lessonId, value])) };
}
