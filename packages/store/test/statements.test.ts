import { reflection } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeStore,
  connection,
  findReflectionIds,
  findReflections,
  newestNotes,
  newestReflections,
  pinnedReflections,
  recentReflections,
  type WritableDb,
} from '../src/index.ts';
import { freshPaths, open, removeFolders } from './harness.ts';
import { statementsOf } from './statements-of.ts';

let db: WritableDb;
beforeAll(() => {
  db = open(freshPaths());
});
afterAll(() => {
  closeStore(db);
  removeFolders();
});

const ALL = { deleted: 'exclude' } as const;

describe('a list of lessons', () => {
  it('reads only the columns it needs: ids for what is in a window, fields of a lesson for a page (B0-18)', () => {
    verifies('B0-18');
    const fresh = open(freshPaths());
    const columnsOf = (call: () => unknown) =>
      statementsOf(fresh, call).map((sql) =>
        connection(fresh)
          .prepare(sql)
          .columns()
          .map(({ name }) => name),
      );
    const window = columnsOf(() => recentReflections(fresh, {}, 20, 5));
    expect(window.length).toBeGreaterThan(0);
    expect(window.flat().filter((name) => !['id', 'seq', 'pinned'].includes(name))).toEqual([]);
    const ids = columnsOf(() => findReflectionIds(fresh, ALL, 50));
    expect(ids.flat()).toEqual(['id']);
    const page = columnsOf(() => findReflections(fresh, ALL, 50));
    expect(page.map((names) => names.toSorted())).toEqual([Object.keys(reflection.shape).toSorted()]);
    closeStore(fresh);
  });
});

describe('prepared statements', () => {
  it('of what agents ask most are planned once: none binds a bare value where SQLite would plan anew for it', () => {
    const fresh = open(freshPaths());
    const scope = { projectIds: ['proj'], sessionIds: ['sess'] };
    const asked = statementsOf(fresh, () => {
      recentReflections(fresh, scope, 0, 5);
      recentReflections(fresh, scope, 20, 5);
      newestReflections(fresh, scope, ['failure'], 5);
      pinnedReflections(fresh, scope, 5);
      newestNotes(fresh, scope, 5);
    });
    closeStore(fresh);
    expect(asked.length).toBeGreaterThan(4);
    expect(asked.filter((sql) => /(?:LIMIT|=) [?:]/.test(sql))).toEqual([]);
  });

  it('are kept, but not without bound', () => {
    const first = () => findReflections(db, { ...ALL, minConfidence: 0.5 }, 1);
    first();
    expect(statementsOf(db, first)).toEqual([]);
    for (let n = 1; n <= 400; n++) {
      findReflections(
        db,
        { ...ALL, tags: Array<string>(n % 20).fill('x'), text: 'w '.repeat(Math.floor(n / 20) % 9), pinned: true },
        1,
      );
      findReflections(
        db,
        {
          ...ALL,
          tags: Array<string>(n % 20).fill('x'),
          kind: Array.from({ length: n % 2 }, () => 'note'),
          agent: ['a', 'b'],
          text: 'w '.repeat(Math.floor(n / 20) % 9),
        },
        1,
      );
    }
    expect(statementsOf(db, first)).toHaveLength(1);
  });
});
