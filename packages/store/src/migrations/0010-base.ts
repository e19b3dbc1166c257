import type { Migration } from './migrate.ts';
import { oneOf } from './one-of.ts';

/** First schema: projects, sources, sessions, lessons, the operations log, keys, jobs, settings, and the tables of use. */
export const base: Migration = {
  version: 10,
  name: 'base',
  sql: `
CREATE TABLE counter (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counter VALUES ('seq', 0);

CREATE TABLE project (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  native_id TEXT UNIQUE,
  name TEXT NOT NULL,
  git_common_dir TEXT UNIQUE,
  root TEXT,
  settings TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(settings)),
  created_at TEXT NOT NULL,
  revision INTEGER NOT NULL,
  extra TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(extra)),
  deleted_at TEXT,
  row_hash INTEGER NOT NULL
) STRICT;

CREATE TABLE source (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  system TEXT NOT NULL,
  path TEXT,
  sha256 TEXT,
  importer TEXT NOT NULL,
  rule_version INTEGER NOT NULL,
  trust TEXT NOT NULL CHECK ${oneOf('trust', 'trusted unreviewed untrusted')},
  created_at TEXT NOT NULL,
  revision INTEGER NOT NULL,
  extra TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(extra)),
  row_hash INTEGER NOT NULL
) STRICT;

CREATE TABLE session (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  native_id TEXT,
  project_id TEXT NOT NULL REFERENCES project (id),
  source_id TEXT REFERENCES source (id),
  parent_id TEXT REFERENCES session (id),
  goal TEXT,
  agent TEXT,
  mode TEXT,
  branch TEXT,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  outcome TEXT NOT NULL CHECK ${oneOf('outcome', 'success partial failure unknown')},
  outcome_source TEXT NOT NULL CHECK ${oneOf('outcome_source', 'measured reported defaulted corrected')},
  metrics TEXT CHECK (json_valid(metrics)),
  working_summary TEXT CHECK (json_valid(working_summary)),
  created_at TEXT NOT NULL,
  time_quality TEXT NOT NULL CHECK ${oneOf('time_quality', 'exact day unknown')},
  revision INTEGER NOT NULL,
  extra TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(extra)),
  deleted_at TEXT,
  row_hash INTEGER NOT NULL,
  UNIQUE (project_id, native_id)
) STRICT;
CREATE INDEX session_by_time ON session (started_at, seq);
CREATE INDEX session_by_project ON session (project_id, started_at, seq);
CREATE INDEX session_by_native_id ON session (native_id);
-- Removing a session or source looks for what points to it; without these an undone import reads the table once per row.
CREATE INDEX session_by_parent ON session (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX session_by_source ON session (source_id) WHERE source_id IS NOT NULL;

CREATE TABLE reflection (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  native_id TEXT,
  project_id TEXT NOT NULL REFERENCES project (id),
  session_id TEXT REFERENCES session (id),
  source_id TEXT REFERENCES source (id),
  source_pointer TEXT,
  kind TEXT NOT NULL CHECK ${oneOf('kind', 'lesson self_reflection decision observation note')},
  task TEXT NOT NULL,
  attempt_ordinal INTEGER NOT NULL CHECK (attempt_ordinal >= 0),
  outcome TEXT NOT NULL CHECK ${oneOf('outcome', 'success partial failure unknown')},
  outcome_source TEXT NOT NULL CHECK ${oneOf('outcome_source', 'measured reported defaulted corrected')},
  outcome_native TEXT,
  original_outcome TEXT CHECK ${oneOf('original_outcome', 'success partial failure unknown')},
  -- Lists are JSON arrays in the row: they are read and written with it, and a table each would cost every store three pages.
  what_worked TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(what_worked)),
  what_did_not_work TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(what_did_not_work)),
  text TEXT NOT NULL,
  next_strategy TEXT NOT NULL,
  root_cause TEXT,
  causal_reasoning TEXT,
  failure_category TEXT,
  confidence REAL CHECK (confidence BETWEEN 0 AND 1),
  state TEXT NOT NULL
    CHECK ${oneOf('state', 'draft accepted rejected superseded archived quarantined')},
  pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1)),
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  related_entity_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(related_entity_ids)),
  agent TEXT,
  author_kind TEXT NOT NULL CHECK ${oneOf('author_kind', 'person agent importer')},
  author_name TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  observed_at TEXT,
  time_quality TEXT NOT NULL CHECK ${oneOf('time_quality', 'exact day unknown')},
  updated_at TEXT NOT NULL,
  revision INTEGER NOT NULL,
  extra TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(extra)),
  deleted_at TEXT,
  row_hash INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX reflection_by_native_id ON reflection (project_id, native_id) WHERE native_id IS NOT NULL;
-- deleted_at comes before the order, so that "not deleted" is an equality. State and outcome come last, so that counts and summaries read
-- the index alone and a filter by outcome passes over entries without touching their rows.
CREATE INDEX reflection_by_time ON reflection (deleted_at, created_at, seq, state, outcome, outcome_source);
CREATE INDEX reflection_by_project ON reflection (project_id, deleted_at, created_at, seq, state, outcome, outcome_source);
CREATE INDEX reflection_by_session ON reflection (session_id, deleted_at, created_at, seq, state, outcome, outcome_source);
-- Pinned lessons are few; without these every look at a window would read all lessons of its project.
CREATE INDEX reflection_pinned ON reflection (project_id, deleted_at, created_at, seq) WHERE pinned = 1;
CREATE INDEX reflection_pinned_in_session ON reflection (session_id, deleted_at, created_at, seq) WHERE pinned = 1;
CREATE INDEX reflection_by_content ON reflection (content_hash);
CREATE INDEX reflection_by_source ON reflection (source_id) WHERE source_id IS NOT NULL;

CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  revision INTEGER NOT NULL,
  row_hash INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE operation (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK ${oneOf('kind', 'do undo redo')},
  at TEXT NOT NULL,
  author_kind TEXT NOT NULL CHECK ${oneOf('author_kind', 'person agent importer')},
  author_name TEXT NOT NULL,
  door TEXT NOT NULL,
  client TEXT,
  session_id TEXT,
  project_id TEXT,
  summary TEXT NOT NULL,
  job_id TEXT,
  reverses INTEGER REFERENCES operation (seq),
  reversed_by INTEGER REFERENCES operation (seq),
  row_hash INTEGER NOT NULL
) STRICT;
CREATE INDEX operation_by_job ON operation (job_id, seq) WHERE job_id IS NOT NULL;

CREATE TABLE operation_change (
  -- operation_seq * 2^20 + ordinal: the order of an operation's changes without an index of its own.
  position INTEGER PRIMARY KEY,
  operation_seq INTEGER NOT NULL REFERENCES operation (seq),
  entity TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  before TEXT,
  after TEXT
) STRICT;
CREATE INDEX operation_change_by_entity ON operation_change (entity_id, operation_seq);

-- A table with rowids: without them an answer over 1,000 bytes would take an overflow page of its own.
CREATE TABLE request_key (
  key TEXT NOT NULL UNIQUE,
  request_hash TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;

CREATE TABLE job (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL CHECK ${oneOf('state', 'queued running done failed cancelled')},
  title TEXT NOT NULL,
  input TEXT NOT NULL CHECK (json_valid(input)),
  caller TEXT NOT NULL CHECK (json_valid(caller)),
  position TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(position)),
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER,
  result TEXT CHECK (json_valid(result)),
  error TEXT CHECK (json_valid(error)),
  cancel_requested INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX job_unfinished ON job (state) WHERE state IN ('queued', 'running');

-- What agents asked the memory, and each lesson they were shown. Not part of the operations log: it records what happened
-- and cannot be undone. session_ref is the session as the asker named it, because one that only reads has no row yet.
CREATE TABLE agent_call (
  seq INTEGER PRIMARY KEY,
  operation TEXT NOT NULL,
  task TEXT,
  project_id TEXT,
  session_ref TEXT,
  client TEXT,
  at TEXT NOT NULL,
  trigger TEXT NOT NULL,
  shown INTEGER NOT NULL,
  tokens INTEGER
) STRICT;
CREATE INDEX agent_call_by_time ON agent_call (at, project_id, operation, shown);

CREATE TABLE exposure (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  call_seq INTEGER REFERENCES agent_call (seq),
  reflection_id TEXT NOT NULL,
  project_id TEXT,
  session_ref TEXT,
  client TEXT,
  shown_at TEXT NOT NULL,
  rank INTEGER,
  score REAL,
  relevance REAL,
  tokens INTEGER,
  trigger TEXT NOT NULL,
  -- The next lesson that the same session stored: what came of it. Its outcome is read through this, so a correction counts.
  attempt_id TEXT,
  acted_on INTEGER NOT NULL DEFAULT 0 CHECK (acted_on IN (0, 1))
) STRICT;
CREATE INDEX exposure_by_reflection ON exposure (reflection_id, seq);
CREATE INDEX exposure_by_attempt ON exposure (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX exposure_awaiting ON exposure (session_ref, seq) WHERE attempt_id IS NULL;

CREATE TABLE feedback (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  exposure_id TEXT,
  reflection_id TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK ${oneOf('verdict', 'helpful unhelpful harmful')},
  note TEXT NOT NULL,
  author_kind TEXT NOT NULL CHECK ${oneOf('author_kind', 'person agent importer')},
  author_name TEXT NOT NULL,
  session_ref TEXT,
  at TEXT NOT NULL,
  revision INTEGER NOT NULL,
  row_hash INTEGER NOT NULL
) STRICT;
CREATE INDEX feedback_by_reflection ON feedback (reflection_id, seq, verdict);
`,
};
