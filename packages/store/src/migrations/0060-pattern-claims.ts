import type { Migration } from './migrate.ts';
import { oneOf } from './one-of.ts';

/**
 * Claims may be about patterns too: that a trigger calls for an action (ADR 21). SQLite cannot widen a CHECK in place, so
 * the rows move into a new table as they are.
 */
export const patternClaims: Migration = {
  version: 60,
  name: 'pattern claims',
  sql: `
CREATE TABLE claim_wide (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES project (id),
  session_id TEXT REFERENCES session (id),
  source_id TEXT REFERENCES source (id),
  source_pointer TEXT,
  stance TEXT NOT NULL CHECK ${oneOf('stance', 'supports disputes')},
  relation TEXT NOT NULL CHECK ${oneOf('relation', 'causes enables prevents correlates precedes calls_for')},
  from_kind TEXT NOT NULL,
  from_text TEXT NOT NULL,
  to_kind TEXT NOT NULL,
  to_text TEXT NOT NULL,
  basis TEXT NOT NULL CHECK ${oneOf('basis', 'asserted_by_agent asserted_by_human textual temporal statistical')},
  note TEXT NOT NULL,
  author_kind TEXT NOT NULL CHECK ${oneOf('author_kind', 'person agent importer')},
  author_name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  revision INTEGER NOT NULL,
  extra TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(extra)),
  deleted_at TEXT,
  row_hash INTEGER NOT NULL
) STRICT;
INSERT INTO claim_wide (seq, id, project_id, session_id, source_id, source_pointer, stance, relation, from_kind, from_text,
  to_kind, to_text, basis, note, author_kind, author_name, created_at, updated_at, revision, extra, deleted_at, row_hash)
SELECT seq, id, project_id, session_id, source_id, source_pointer, stance, relation, from_kind, from_text, to_kind, to_text,
  basis, note, author_kind, author_name, created_at, updated_at, revision, extra, deleted_at, row_hash FROM claim;
DROP TABLE claim;
ALTER TABLE claim_wide RENAME TO claim;
CREATE INDEX claim_by_project ON claim (project_id);
CREATE INDEX claim_by_session ON claim (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX claim_by_source ON claim (source_id) WHERE source_id IS NOT NULL;
`,
};
