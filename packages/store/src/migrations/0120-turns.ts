import type { Migration } from './migrate.ts';

/**
 * Turns. What is searched, sorted and counted is a column, the rest one JSON cell that the contract checks (docs/adr/0052). Their
 * texts are in chunks, each stored once however many turns have it. A part refers to its turn by id and without a foreign key: it
 * stays when undo removes the row of the turn, so that a redo finds its texts again. The index of words has no texts of its own
 * and knows chunks by their number.
 */
export const turns: Migration = {
  version: 120,
  name: 'turns',
  sql: `
CREATE TABLE turn (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  native_id TEXT,
  project_id TEXT NOT NULL REFERENCES project (id),
  session_id TEXT NOT NULL REFERENCES session (id),
  source_id TEXT REFERENCES source (id),
  number INTEGER NOT NULL CHECK (number >= 0),
  take INTEGER NOT NULL CHECK (take >= 1),
  model TEXT,
  started_at TEXT,
  ended_at TEXT,
  content TEXT NOT NULL CHECK (json_valid(content)),
  context_bytes INTEGER NOT NULL,
  context_tokens INTEGER NOT NULL,
  summaries TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(summaries)),
  agent TEXT,
  author_kind TEXT NOT NULL,
  author_name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  revision INTEGER NOT NULL,
  extra TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(extra)),
  deleted_at TEXT,
  row_hash INTEGER NOT NULL
) STRICT;
-- A turn made again has the same number and another take; undo, a merge or a bundle never brings two alike.
CREATE UNIQUE INDEX turn_by_number ON turn (session_id, number, take);
CREATE UNIQUE INDEX turn_by_native_id ON turn (project_id, native_id) WHERE native_id IS NOT NULL;
CREATE INDEX turn_by_place ON turn (deleted_at, seq);
CREATE INDEX turn_by_project ON turn (project_id, deleted_at, seq);
CREATE INDEX turn_by_session ON turn (session_id, deleted_at, seq);
CREATE INDEX turn_by_source ON turn (source_id) WHERE source_id IS NOT NULL;

CREATE TABLE turn_chunk (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  tokens INTEGER NOT NULL,
  text BLOB NOT NULL
) STRICT;

CREATE TABLE turn_part (
  turn_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  hash BLOB NOT NULL,
  chunks TEXT NOT NULL CHECK (json_valid(chunks)),
  PRIMARY KEY (turn_id, place)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE turn_word USING fts5 (words, content='', contentless_delete=1, detail=none);
`,
};
