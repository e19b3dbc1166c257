import type { ReadableDb } from '@twicewise/store';
import { describe, expect, it } from 'vitest';
import { IndexBuilder } from '../../src/runtime/index-builder.ts';

interface Doc {
  id: string;
  seq: number;
}

/** An index over this many documents that stores none of them. */
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
  const builder = new IndexBuilder<Doc, ReturnType<typeof source.create>>(
    source,
    () => ({}) as ReadableDb,
    () => {},
  );
  builder.restart();
  return builder;
}

describe('an index that is asked for soon', () => {
  it('is waited for while it is small', async () => {
    const builder = counting(100);
    expect(await builder.soon()).not.toBeNull();
    expect(await builder.soon()).not.toBeNull();
    builder.close();
    await expect(builder.ready()).rejects.toThrow();
  });

  it('is done without when it takes long; the work goes on', async () => {
    // Endless documents: it never becomes ready.
    const builder = counting(Number.POSITIVE_INFINITY);
    expect(await builder.soon()).toBeNull();
    expect(builder.isBehind).toBe(true);
    expect(builder.current).toBeNull();
    builder.close();
  });
});
