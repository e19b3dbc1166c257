import type { Migration } from './migrate.ts';

/**
 * What a source says that agents were shown (docs/adr/0058): it belongs to its source and goes with it. While the source is undone its
 * rows are put aside, as JSON by table, so that a redo brings back exactly these.
 */
export const accountsOfSources: Migration = {
  version: 140,
  name: 'accounts-of-sources',
  sql: `
-- NULL for what happened here.
ALTER TABLE agent_call ADD COLUMN source_id TEXT;
CREATE INDEX agent_call_by_source ON agent_call (source_id) WHERE source_id IS NOT NULL;

CREATE TABLE account_aside (
  source_id TEXT NOT NULL,
  part TEXT NOT NULL,
  seq INTEGER NOT NULL,
  record TEXT NOT NULL CHECK (json_valid(record)),
  PRIMARY KEY (source_id, part, seq)
) STRICT, WITHOUT ROWID;
`,
};
