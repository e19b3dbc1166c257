import type { Migration } from './migrate.ts';
import { oneOf } from './one-of.ts';

/**
 * Episodes. One row holds all of one: it is written, edited, extracted anew, undone and carried as a whole, and what is
 * looked for across episodes is derived from the rows (ADR 19). The project is that of the session.
 */
export const episodes: Migration = {
  version: 40,
  name: 'episodes',
  sql: `
CREATE TABLE episode (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  native_id TEXT,
  session_id TEXT NOT NULL UNIQUE REFERENCES session (id),
  source_id TEXT REFERENCES source (id),
  source_pointer TEXT,
  rule_version INTEGER,
  task TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK ${oneOf('outcome', 'success partial failure unknown')},
  outcome_source TEXT NOT NULL CHECK ${oneOf('outcome_source', 'measured reported defaulted corrected')},
  outcome_native TEXT,
  original_outcome TEXT CHECK ${oneOf('original_outcome', 'success partial failure unknown')},
  occurred_at TEXT,
  time_quality TEXT NOT NULL CHECK ${oneOf('time_quality', 'exact day unknown')},
  decisions TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(decisions)),
  events TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(events)),
  links TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(links)),
  metrics TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metrics)),
  lessons TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(lessons)),
  memory_refs TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(memory_refs)),
  -- What the extractor said last of the fields that a person may correct; NULL for what was not extracted.
  extracted TEXT CHECK (json_valid(extracted)),
  author_kind TEXT NOT NULL CHECK ${oneOf('author_kind', 'person agent importer')},
  author_name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  revision INTEGER NOT NULL,
  extra TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(extra)),
  deleted_at TEXT,
  row_hash INTEGER NOT NULL
) STRICT;
CREATE INDEX episode_by_time ON episode (deleted_at, coalesce(occurred_at, created_at), seq, outcome);
CREATE INDEX episode_by_native_id ON episode (native_id) WHERE native_id IS NOT NULL;
CREATE INDEX episode_by_source ON episode (source_id) WHERE source_id IS NOT NULL;
`,
};
