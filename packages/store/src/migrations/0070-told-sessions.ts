import type { Migration } from './migrate.ts';

// Which earlier sessions an answer told of, so that an agent is told of each once.

/** See above. */
export const toldSessions: Migration = {
  version: 70,
  name: 'told-sessions',
  sql: `
-- Ids of episodes, as a JSON list in the order of the answer; NULL where none was told.
ALTER TABLE agent_call ADD COLUMN told_episodes TEXT CHECK (json_valid(told_episodes));
`,
};
