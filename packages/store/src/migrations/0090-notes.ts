import type { Migration } from './migrate.ts';

// Notes: conventions and facts that an agent was told to remember. Each session starts with the newest.

/** See above. */
export const notes: Migration = {
  version: 90,
  name: 'notes',
  sql: `
CREATE INDEX reflection_note ON reflection (project_id, deleted_at, created_at, seq) WHERE kind = 'note';
`,
};
