import type { Migration } from './migrate.ts';

// A session may begin as a copy of another: what that was told is in its context, too.

/** See above. */
export const forks: Migration = {
  version: 100,
  name: 'forks',
  sql: `
-- Session of which the asker's is a copy, as its program names it; on the call with which that began.
ALTER TABLE agent_call ADD COLUMN forked_from TEXT;
`,
};
