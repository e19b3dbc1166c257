import type { Migration } from './migrate.ts';

/**
 * Attempts. What is searched and sorted is a column, the rest one JSON cell that the contract checks (docs/adr/0039). The links to
 * lessons and exposures repeat the two lists of the row, so that they can be followed from the other end: the triggers keep them
 * equal whoever writes the row, also undo, bundles and merges.
 */
export const attempts: Migration = {
  version: 110,
  name: 'attempts',
  sql: `
CREATE TABLE attempt (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  native_id TEXT,
  project_id TEXT NOT NULL REFERENCES project (id),
  session_id TEXT REFERENCES session (id),
  source_id TEXT REFERENCES source (id),
  source_pointer TEXT,
  rule_version INTEGER,
  task TEXT NOT NULL,
  task_identity TEXT NOT NULL,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 1),
  ordinal_native INTEGER,
  outcome TEXT NOT NULL,
  outcome_source TEXT NOT NULL,
  outcome_native TEXT,
  strategy TEXT,
  started_at TEXT,
  ended_at TEXT,
  content TEXT NOT NULL CHECK (json_valid(content)),
  lesson_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(lesson_ids)),
  exposure_ids TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(exposure_ids)),
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
-- Two attempts at a task never have one number, whether undo, a merge or a bundle brings them.
CREATE UNIQUE INDEX attempt_by_ordinal ON attempt (project_id, task_identity, ordinal);
CREATE UNIQUE INDEX attempt_by_native_id ON attempt (project_id, native_id) WHERE native_id IS NOT NULL;
CREATE INDEX attempt_by_time ON attempt (deleted_at, coalesce(ended_at, started_at, created_at), seq, outcome);
CREATE INDEX attempt_by_project ON attempt (project_id, deleted_at, coalesce(ended_at, started_at, created_at), seq, outcome);
CREATE INDEX attempt_by_session ON attempt (session_id, deleted_at, coalesce(ended_at, started_at, created_at), seq, outcome);
CREATE INDEX attempt_by_task ON attempt (task_identity, deleted_at, coalesce(ended_at, started_at, created_at), seq, outcome);
CREATE INDEX attempt_by_outcome ON attempt (outcome, deleted_at, coalesce(ended_at, started_at, created_at), seq);
CREATE INDEX attempt_by_source ON attempt (source_id) WHERE source_id IS NOT NULL;

CREATE TABLE attempt_link (
  attempt_id TEXT NOT NULL,
  target_id TEXT NOT NULL,
  PRIMARY KEY (attempt_id, target_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX attempt_link_by_target ON attempt_link (target_id, attempt_id);

CREATE TRIGGER attempt_linked AFTER INSERT ON attempt BEGIN
  INSERT OR IGNORE INTO attempt_link SELECT NEW.id, value FROM json_each(NEW.lesson_ids);
  INSERT OR IGNORE INTO attempt_link SELECT NEW.id, value FROM json_each(NEW.exposure_ids);
END;
CREATE TRIGGER attempt_linked_anew AFTER UPDATE OF id, lesson_ids, exposure_ids ON attempt BEGIN
  DELETE FROM attempt_link WHERE attempt_id = OLD.id;
  INSERT OR IGNORE INTO attempt_link SELECT NEW.id, value FROM json_each(NEW.lesson_ids);
  INSERT OR IGNORE INTO attempt_link SELECT NEW.id, value FROM json_each(NEW.exposure_ids);
END;
CREATE TRIGGER attempt_unlinked AFTER DELETE ON attempt BEGIN
  DELETE FROM attempt_link WHERE attempt_id = OLD.id;
END;
`,
};
