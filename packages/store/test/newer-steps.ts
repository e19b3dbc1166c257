import { migrations, SCHEMA_VERSION } from '../src/migrations/index.ts';
import type { Migration } from '../src/migrations/migrate.ts';

/** Version numbers of made-up later migrations. */
export const [NEXT, LAST] = [SCHEMA_VERSION + 10, SCHEMA_VERSION + 20] as const;

/** Made-up later migrations, slow enough to be killed in the middle. */
export const newer: readonly Migration[] = [
  ...migrations,
  {
    version: NEXT,
    name: 'flavour',
    sql: `ALTER TABLE reflection ADD COLUMN flavour TEXT NOT NULL DEFAULT 'plain';
      CREATE TABLE scratch AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
        SELECT i, hex(randomblob(40)) AS noise FROM n;
      DROP TABLE scratch;`,
  },
  {
    version: LAST,
    name: 'added',
    sql: `CREATE TABLE added (seq INTEGER PRIMARY KEY, length INTEGER) STRICT;
      INSERT INTO added SELECT seq, length(task) FROM reflection;
      CREATE TABLE scratch AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
        SELECT i, hex(randomblob(40)) AS noise FROM n;
      DROP TABLE scratch;`,
  },
];
