import { base } from './0010-base.ts';
import { told } from './0020-told.ts';
import { calls } from './0030-calls.ts';
import { episodes } from './0040-episodes.ts';
import { claims } from './0050-claims.ts';
import { patternClaims } from './0060-pattern-claims.ts';
import { toldSessions } from './0070-told-sessions.ts';
import { captures } from './0080-captures.ts';
import { notes } from './0090-notes.ts';
import { forks } from './0100-forks.ts';
import { attempts } from './0110-attempts.ts';
import { turns } from './0120-turns.ts';
import { prunedTurns } from './0130-pruned-turns.ts';
import { accountsOfSources } from './0140-accounts-of-sources.ts';
import { toldTexts } from './0150-told-texts.ts';
import type { Migration } from './migrate.ts';

/**
 * All migrations in order. A merged one is never edited; the next is 0160. What words a column may hold is said by the
 * contract and by no CHECK of a new one: SQLite cannot change a CHECK, so one more word would copy the table.
 */
export const migrations: readonly Migration[] = [
  base,
  told,
  calls,
  episodes,
  claims,
  patternClaims,
  toldSessions,
  captures,
  notes,
  forks,
  attempts,
  turns,
  prunedTurns,
  accountsOfSources,
  toldTexts,
];

/** Version that this program writes. */
export const SCHEMA_VERSION = Math.max(...migrations.map((migration) => migration.version));
