import type { ReadableDb } from '@twicewise/store';
import { describe, expect, it } from 'vitest';
import { Catalogue } from '../../src/runtime/catalogue.ts';

interface Doc {
  id: string;
  seq: number;
}

/** An index over so many documents that keeps none of them. */
function counting(documents: number) {
  const source = {
    create: () => ({ put: () => {}, remove: () => {} }),
    after: (_db: ReadableDb, seq: number, limit: number): Doc[] =>
      Array.from({ length: Math.min(limit, Math.max(0, documents - seq)) }, (_, n) => ({
        id: `d${seq + n + 1}`,
        seq: seq + n + 1,
      })),
    one: () => null,
  };
  const catalogue = new Catalogue<Doc, ReturnType<typeof source.create>>(
    source,
    () => ({}) as ReadableDb,
    () => {},
  );
  catalogue.restart();
  return catalogue;
}

describe('an index that is asked for soon', () => {
  it('is waited for while it is small', async () => {
    const catalogue = counting(100);
    expect(await catalogue.soon()).not.toBeNull();
    expect(await catalogue.soon()).not.toBeNull();
    catalogue.close();
    await expect(catalogue.ready()).rejects.toThrow();
  });

  it('is done without when it takes long; the work goes on', async () => {
    // No end of documents: it is never ready.
    const catalogue = counting(Number.POSITIVE_INFINITY);
    expect(await catalogue.soon()).toBeNull();
    expect(catalogue.isBehind).toBe(true);
    expect(catalogue.current).toBeNull();
    catalogue.close();
  });
});
