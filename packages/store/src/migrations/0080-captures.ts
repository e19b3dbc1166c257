import type { Migration } from './migrate.ts';

// Sessions that are written down by themselves have one job each. Subagents have an account of what they were told.

/** See above. */
export const captures: Migration = {
  version: 80,
  name: 'captures',
  sql: `
CREATE UNIQUE INDEX job_capture ON job (json_extract(input, '$.agent'), json_extract(input, '$.session'))
  WHERE kind = 'capture';

-- Who of a session asked, where it was not its main agent.
ALTER TABLE agent_call ADD COLUMN subagent TEXT;
ALTER TABLE exposure ADD COLUMN subagent TEXT;
`,
};
