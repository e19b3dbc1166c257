import type { Migration } from './migrate.ts';

/**
 * Turns whose texts a rule put aside (docs/adr/0055). The first index answers alone which turns are due, for the rows are long; the
 * second one names those whose texts can be purged.
 */
export const prunedTurns: Migration = {
  version: 130,
  name: 'pruned-turns',
  sql: `
ALTER TABLE turn ADD COLUMN pruned_at TEXT;
CREATE INDEX turn_to_prune ON turn (pruned_at, deleted_at, session_id, seq DESC, created_at);
CREATE INDEX turn_pruned ON turn (pruned_at, seq) WHERE pruned_at IS NOT NULL;
`,
};
