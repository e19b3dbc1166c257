import type { Migration } from './migrate.ts';

// How long an answer to an agent took, and calls of a project in order whether or not they told anything.

/** See above. */
export const calls: Migration = {
  version: 30,
  name: 'calls',
  sql: `
-- Milliseconds; NULL for calls from before they were measured.
ALTER TABLE agent_call ADD COLUMN took_ms REAL;

DROP INDEX agent_call_telling;
CREATE INDEX agent_call_by_project ON agent_call (project_id, seq);
`,
};
