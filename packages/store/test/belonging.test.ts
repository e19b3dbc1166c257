import { afterAll, expect, it } from 'vitest';
import { closeStore, ENTITY_TABLES, inUse, type OwnerKind } from '../src/index.ts';
import { freshPaths, open, raw, removeFolders } from './harness.ts';

afterAll(removeFolders);

const OWNERS: readonly OwnerKind[] = ['project', 'session', 'source'];

it.each(OWNERS)('a %s is in use by each kind of record that names it, none forgotten', (owner) => {
  const paths = freshPaths();
  closeStore(open(paths));
  const column = `${owner}_id`;
  const naming = raw(paths, (db) =>
    Object.values(ENTITY_TABLES)
      .map(({ table }) => table)
      .filter((table) => db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, column)),
  );
  expect(naming.length).toBeGreaterThan(3);
  for (const table of naming) expect(inUse(owner, ':id')).toContain(`FROM ${table} WHERE ${column} = :id`);
});
