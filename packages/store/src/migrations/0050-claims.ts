import type { Migration } from './migrate.ts';
import { oneOf } from './one-of.ts';

/**
 * What agents and people say of causes themselves, for or against an edge. Nodes, edges and all their numbers are derived
 * from these rows and from episodes, and are kept nowhere (ADR 20).
 */
export const claims: Migration = {
  version: 50,
  name: 'claims',
  sql: `
CREATE TABLE claim (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES project (id),
  session_id TEXT REFERENCES session (id),
  source_id TEXT REFERENCES source (id),
  source_pointer TEXT,
  stance TEXT NOT NULL CHECK ${oneOf('stance', 'supports disputes')},
  relation TEXT NOT NULL CHECK ${oneOf('relation', 'causes enables prevents correlates precedes')},
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
CREATE INDEX claim_by_project ON claim (project_id);
CREATE INDEX claim_by_session ON claim (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX claim_by_source ON claim (source_id) WHERE source_id IS NOT NULL;
`,
};
