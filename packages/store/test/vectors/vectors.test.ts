import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifies } from '@twicewise/testkit/verifies';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  beginSet,
  closeStore,
  connection,
  countByProject,
  type Embedding,
  embeddingsAfter,
  findEmbedding,
  isVectorDamage,
  modelSets,
  moveVector,
  nearest,
  openVectors,
  putVectors,
  removeVector,
  serveSet,
  type VectorDb,
  type VectorOptions,
  vectorOf,
} from '../../src/index.ts';
import { seeded } from '../harness.ts';

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const AT = new Date(NOW).toISOString();
const MODEL = { provider: 'ollama', model: 'small', dimension: 8 };
const BACKGROUND = { mean: 0.1, deviation: 0.05, lift: { centre: -0.1, spread: 0.1 }, questions: [] };

let folder: string;
let path: string;
let opened: VectorDb[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tw-vectors-'));
  path = join(folder, 'vectors.db');
  opened = [];
});
afterEach(() => {
  for (const db of opened) if (connection(db).open) closeStore(db);
  rmSync(folder, { recursive: true, force: true });
});

function open(options?: VectorOptions) {
  const found = openVectors(path, NOW, options);
  if (found.state !== 'ready') throw new Error(found.message);
  opened.push(found.db);
  return found;
}

const random = seeded(7);
function unit(dimension = 8): Float32Array {
  const numbers = Array.from({ length: dimension }, () => random() * 2 - 1);
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
}

function entry(lessonId: string, projectId = 'shop', vector = unit()): Embedding {
  return { lessonId, projectId, textHash: `hash of ${lessonId}`, usual: 0.25, vector };
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
}

/** The query plan of the one statement that a call runs. */
function planOf(db: VectorDb, call: () => unknown, parameters: unknown[]): string[] {
  const raw = connection(db);
  const prepare = raw.prepare.bind(raw);
  const caught: string[] = [];
  raw.prepare = ((sql: string) => {
    caught.push(sql);
    return prepare(sql);
  }) as Database.Database['prepare'];
  try {
    call();
  } finally {
    raw.prepare = prepare as Database.Database['prepare'];
  }
  expect(caught).toHaveLength(1);
  const rows = raw.prepare(`EXPLAIN QUERY PLAN ${caught[0]}`).all(...parameters) as { detail: string }[];
  return rows.map(({ detail }) => detail);
}

describe('vectors', () => {
  it('finds the nearest as a scan over all cosines does, in a project and in all', () => {
    const { db } = open();
    const set = beginSet(db, MODEL, BACKGROUND, AT);
    const entries = Array.from({ length: 300 }, (_, at) => entry(`l${at}`, at % 3 === 0 ? 'shop' : 'other'));
    putVectors(db, set, entries);
    const question = unit();
    const scan = (within: readonly Embedding[]) =>
      within
        .map(({ lessonId, vector }) => ({ lessonId, cosine: cosine(question, vector) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, 20);
    const everywhere = nearest(db, set.id, question, 20, null);
    expect(everywhere.map(({ lessonId }) => lessonId)).toEqual(scan(entries).map(({ lessonId }) => lessonId));
    expect(everywhere[0]?.cosine).toBeCloseTo(scan(entries)[0]?.cosine as number, 5);
    const own = entries.filter(({ projectId }) => projectId === 'shop');
    const inShop = nearest(db, set.id, question, 20, 'shop').map(({ lessonId }) => lessonId);
    expect(inShop).toEqual(scan(own).map(({ lessonId }) => lessonId));
    expect(nearest(db, set.id, question, 20, 'nobody')).toEqual([]);
  });

  it('are found by their index: its nearest alone, of a project in the part of that project (B0-09)', () => {
    verifies('B0-09');
    const { db } = open();
    const set = beginSet(db, MODEL, BACKGROUND, AT);
    putVectors(db, set, [entry('a'), entry('b', 'other')]);
    const everywhere = planOf(db, () => nearest(db, set.id, unit(), 20, null), [Buffer.alloc(32), 20n]);
    // The plan of vec0 for the k nearest begins with 3 (that of a scan with 1), a part to search in with a bracket.
    const joined = expect.stringMatching(/^SEARCH embedding USING INTEGER PRIMARY KEY/);
    expect(everywhere.slice(0, 2)).toEqual([expect.stringMatching(/VIRTUAL TABLE INDEX 0:3[^\]]*$/), joined]);
    const inShop = planOf(db, () => nearest(db, set.id, unit(), 20, 'shop'), [Buffer.alloc(32), 20n, 'shop']);
    expect(inShop.slice(0, 2)).toEqual([expect.stringMatching(/VIRTUAL TABLE INDEX 0:3.*\]/), joined]);
  });

  it('keeps one vector per lesson: put again it is replaced, moved it changes its project only', () => {
    const { db } = open();
    const set = beginSet(db, MODEL, BACKGROUND, AT);
    putVectors(db, set, [entry('a'), entry('b')]);
    const replaced = entry('a');
    putVectors(db, set, [{ ...replaced, textHash: 'new' }]);
    moveVector(db, set, 'a', 'other');
    expect(findEmbedding(db, set.id, 'a')).toEqual({ lessonId: 'a', projectId: 'other', textHash: 'new', usual: 0.25 });
    expect(vectorOf(db, set.id, 'a')).toEqual(replaced.vector);
    expect(countByProject(db, set.id)).toEqual(
      new Map([
        ['other', 1],
        ['shop', 1],
      ]),
    );
    expect(nearest(db, set.id, replaced.vector, 9, 'other').map(({ lessonId }) => lessonId)).toEqual(['a']);
    expect(nearest(db, set.id, replaced.vector, 9, 'shop').map(({ lessonId }) => lessonId)).toEqual(['b']);
  });

  it('leaves nothing of a removed vector in the file', () => {
    const { db } = open();
    const set = beginSet(db, MODEL, BACKGROUND, AT);
    const secret = entry('secret');
    putVectors(db, set, [secret, entry('other')]);
    const bytes = Buffer.from(secret.vector.buffer);
    const holds = () => {
      connection(db).pragma('wal_checkpoint(TRUNCATE)');
      return readFileSync(path).includes(bytes);
    };
    expect(holds()).toBe(true);
    expect([removeVector(db, set.id, 'secret'), removeVector(db, set.id, 'secret')]).toEqual([true, false]);
    expect(holds()).toBe(false);
    expect(embeddingsAfter(db, 0, 9).map(({ lessonId }) => lessonId)).toEqual(['other']);
  });

  it('refuses a vector of another dimension and stores nothing of that batch', () => {
    verifies('B0-11');
    const { db } = open();
    const set = beginSet(db, MODEL, BACKGROUND, AT);
    expect(() => putVectors(db, set, [entry('a'), entry('b', 'shop', unit(9))])).toThrow(RangeError);
    expect(countByProject(db, set.id).size).toBe(0);
  });
});

describe('sets of models', () => {
  it('stay beside each other until one is complete, which drops the others', () => {
    const { db } = open();
    const old = beginSet(db, MODEL, BACKGROUND, AT);
    putVectors(db, old, [entry('a')]);
    serveSet(db, old.id);
    const abandoned = beginSet(db, { ...MODEL, model: 'abandoned' }, BACKGROUND, AT);
    const next = beginSet(db, { ...MODEL, model: 'next', dimension: 16 }, BACKGROUND, AT);
    putVectors(db, next, [entry('a', 'shop', unit(16))]);
    expect(modelSets(db).map(({ model, state }) => [model, state])).toEqual([
      ['small', 'serving'],
      ['next', 'filling'],
    ]);
    expect(beginSet(db, { ...MODEL, model: 'next', dimension: 16 }, BACKGROUND, AT)).toEqual(next);
    expect(nearest(db, old.id, unit(), 9, null)).toHaveLength(1);
    serveSet(db, next.id);
    expect(modelSets(db)).toEqual([
      { ...next, state: 'serving', provider: 'ollama', model: 'next', dimension: 16, background: BACKGROUND },
    ]);
    expect(abandoned.id, 'an id is never given twice').not.toBe(next.id);
    expect(() => serveSet(db, old.id)).toThrow('missing');
    expect(modelSets(db)).toHaveLength(1);
  });
});

describe('the file', () => {
  it('keeps everything over a restart', () => {
    const first = open();
    const set = beginSet(first.db, MODEL, BACKGROUND, AT);
    putVectors(first.db, set, [entry('a')]);
    closeStore(first.db);
    const again = open();
    expect([first.isNew, again.isNew]).toEqual([true, false]);
    expect(modelSets(again.db)).toEqual([set]);
    expect(connection(again.db).pragma('page_size', { simple: true })).toBe(16_384);
  });

  it('is made anew when it is damaged: cut, or overwritten in the middle', () => {
    verifies('T11');
    for (const damage of [
      () => truncateSync(path, 20_000),
      () => {
        const bytes = readFileSync(path);
        bytes.fill(0x5a, 16_384);
        writeFileSync(path, bytes);
      },
    ]) {
      const { db } = open();
      putVectors(db, beginSet(db, MODEL, BACKGROUND, AT), [entry('a')]);
      closeStore(db);
      damage();
      const again = open();
      expect([again.isNew, modelSets(again.db)]).toEqual([true, []]);
      closeStore(again.db);
      rmSync(path);
    }
  });

  it('of another program or a newer version is moved aside, byte by byte as it was', () => {
    const foreign = new Database(path);
    foreign.exec('CREATE TABLE precious (value); INSERT INTO precious VALUES (42)');
    foreign.close();
    const bytes = readFileSync(path);
    const { setAside, isNew, db } = open();
    expect(isNew).toBe(true);
    expect(readFileSync(String(setAside)).equals(bytes)).toBe(true);
    connection(db).pragma('user_version = 999999');
    closeStore(db);
    expect(open().setAside).not.toBe(null);
    expect(readdirSync(folder).filter((name) => name.includes('set-aside'))).not.toEqual([]);
  });

  it('that is no database at all is moved aside as well', () => {
    writeFileSync(path, 'my shopping list, and more of it than fits into the header of a database'.repeat(9));
    const { setAside } = open();
    expect(readFileSync(String(setAside), 'utf8')).toContain('shopping list');
  });

  it('of an older version is made anew', () => {
    const { db } = open();
    connection(db).pragma('user_version = 0');
    closeStore(db);
    expect([open().setAside, readdirSync(folder).some((name) => name.includes('set-aside'))]).toEqual([null, false]);
  });

  it('is not needed: without the extension, or in a folder that is not there, vectors are off with the reason', () => {
    expect(openVectors(path, NOW, { extension: null })).toEqual({
      state: 'unavailable',
      message: 'sqlite-vec, which searches vectors, is not installed for this platform.',
    });
    expect(existsSync(path)).toBe(false);
    const broken = openVectors(path, NOW, { extension: join(folder, 'nothing.so') });
    expect(broken).toMatchObject({ state: 'unavailable', message: expect.stringContaining('vectors.db could not be') });
    expect(openVectors(join(folder, 'missing', 'vectors.db'), NOW)).toMatchObject({ state: 'unavailable' });
  });

  it('tells damage that strikes in use from other failures', () => {
    const { db } = open();
    const set = beginSet(db, MODEL, BACKGROUND, AT);
    putVectors(db, set, [entry('a')]);
    connection(db).exec(`DELETE FROM vectors_${set.id}_vector_chunks00`);
    let thrown: unknown;
    try {
      nearest(db, set.id, unit(), 5, null);
    } catch (error) {
      thrown = error;
    }
    expect(isVectorDamage(thrown)).toBe(true);
    expect(isVectorDamage(Object.assign(new Error(), { code: 'SQLITE_FULL' }))).toBe(false);
  });
});
