import { beginSet, type ModelSet, putVectors, type VectorDb } from '@twicewise/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Asking, isWithinReach, nearbyLessons } from '../../src/vectors/nearby.ts';
import type { VectorCoverage } from '../../src/vectors/vector-coverage.ts';
import { VectorFile } from '../../src/vectors/vector-file.ts';
import { seeded, tempFolder } from '../harness.ts';

const SPACE = { mean: 0.1, deviation: 0.05, lift: { centre: -0.1, spread: 0.3 }, questions: [] };
let file: VectorFile;
let set: ModelSet;
let stale: Set<string>;
let counts: Map<string, number>;

const random = seeded(3);
function unit(): Float32Array {
  const numbers = Array.from({ length: 8 }, () => random() * 2 - 1);
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

function fill(db: VectorDb): ModelSet {
  const made = beginSet(db, { provider: 'ollama', model: 'small', dimension: 8 }, SPACE, '2026-01-01T00:00:00.000Z');
  const entries = Array.from({ length: 600 }, (_, at) => ({
    lessonId: `l${at}`,
    projectId: `p${at % 3}`,
    textHash: 'h',
    usual: at % 5 === 0 ? 1.5 : 0,
    vector: unit(),
  }));
  putVectors(db, made, entries);
  return made;
}

beforeEach(() => {
  file = new VectorFile(`${tempFolder()}/vectors.db`, { now: () => 0, log: () => {}, rebuilt: () => {} });
  file.open();
  set = file.use(fill);
  stale = new Set();
  counts = new Map([
    ['p0', 200],
    ['p1', 200],
    ['p2', 200],
  ]);
});
afterEach(() => file.close());

async function nearby(vector: Float32Array, projectIds?: readonly string[], asking: Asking = 'lesson') {
  const coverage = { countsOf: () => counts, isStale: (id: string) => stale.has(id) } as unknown as VectorCoverage;
  const found = await nearbyLessons({
    asking,
    file,
    coverage: coverage,
    set,
    vector,
    projectIds,
    isCurrent: () => true,
  });
  return found?.values ?? null;
}

const sorted = (found: ReadonlyMap<string, number> | null) => [...(found ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));

describe('lessons near to a vector', () => {
  it('are the same from all projects together as from each by itself', async () => {
    const vector = unit();
    const all = sorted(await nearby(vector));
    expect(sorted(await nearby(vector, ['p0', 'p1', 'p2', 'nobody', 'p0']))).toEqual(all);
    expect(all.length).toBeGreaterThan(50);
    expect(all.every(([, cosine]) => cosine > SPACE.mean)).toBe(true);
    expect(sorted(await nearby(vector, ['p1']))).toEqual(all.filter(([id]) => Number(id.slice(1)) % 3 === 1));
    expect(sorted(await nearby(vector, []))).toEqual([]);
  });

  it('are near to a question as far as they are nearer to it than usual', async () => {
    const vector = unit();
    const alike = await nearby(vector);
    const asked = await nearby(vector, undefined, 'question');
    // A fifth of the lessons is near every question.
    expect([...(asked ?? [])].filter(([id]) => Number(id.slice(1)) % 5 === 0)).toEqual([]);
    for (const [id, value] of asked ?? []) if (alike?.has(id)) expect(value).toBeCloseTo(alike.get(id) as number, 5);
    expect(asked?.size).toBeGreaterThan(50);
  });

  it('come nearest first, without those that have changed', async () => {
    const vector = unit();
    const cosines = [...((await nearby(vector)) ?? [])];
    expect(cosines.map(([, cosine]) => cosine)).toEqual(cosines.map(([, cosine]) => cosine).sort((a, b) => b - a));
    stale.add(String(cosines[0]?.[0]));
    expect([...((await nearby(vector)) ?? [])]).toEqual(cosines.slice(1));
  });

  it('are not looked for among too many, which would hold up others', async () => {
    counts = new Map(['p0', 'p1', 'p2'].map((id) => [id, 20_000]));
    expect(await nearby(unit())).toBe(null);
    expect(await nearby(unit(), ['p0', 'p2'])).not.toBe(null);
    counts.set('p2', 30_001);
    expect(await nearby(unit(), ['p2'])).toBe(null);
    const reached = [['p0'], ['p2'], undefined, ['nobody']].map((ids) => isWithinReach(counts, ids));
    expect(reached).toEqual([true, false, false, false]);
  });
});
