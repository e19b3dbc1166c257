import type { Migration } from './migrate.ts';

// What an agent has in its context already, what of an account an undo took back, and counts of sources.
//
// Step 10 was edited for a while after it had been merged; memories from then have some of this already, hence the IF.

/** See above. */
export const told: Migration = {
  version: 20,
  name: 'told',
  sql: `
DROP INDEX IF EXISTS agent_call_cut;
CREATE INDEX agent_call_by_session ON agent_call (session_ref, trigger, seq) WHERE session_ref IS NOT NULL;
CREATE INDEX agent_call_telling ON agent_call (project_id, seq) WHERE shown > 0;

CREATE INDEX IF NOT EXISTS exposure_by_session ON exposure (session_ref, seq);
CREATE INDEX IF NOT EXISTS exposure_awaiting ON exposure (session_ref, seq) WHERE attempt_id IS NULL;

-- What the undo of an attempt took from exposures; its redo gives back what no other attempt has by then.
CREATE TABLE exposure_release (
  attempt_id TEXT NOT NULL,
  exposure_id TEXT NOT NULL,
  acted_on INTEGER NOT NULL,
  PRIMARY KEY (attempt_id, exposure_id)
) STRICT, WITHOUT ROWID;

-- Counted for each source: the index alone answers.
DROP INDEX reflection_by_source;
CREATE INDEX reflection_by_source ON reflection (source_id, deleted_at, state) WHERE source_id IS NOT NULL;
`,
};
