import { base } from './0010-base.ts';
import type { Migration } from './migrate.ts';

/** All migrations in order. A merged one is never edited; the next is 0020. */
export const migrations: readonly Migration[] = [base];

/** Version that this program writes. */
export const SCHEMA_VERSION = Math.max(...migrations.map((migration) => migration.version));
