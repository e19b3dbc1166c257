import type { Migration } from './migrate.ts';

/**
 * The exact text of an answer that an agent was given (docs/adr/0061). It is no column of agent_call, whose rows are read in lists
 * and counted. A text begins where all that were ever written before it end, in bytes, so that the oldest are found and dropped
 * without a sum over all of them.
 */
export const toldTexts: Migration = {
  version: 150,
  name: 'told-texts',
  sql: `
CREATE TABLE told_text (
  call_seq INTEGER PRIMARY KEY,
  form TEXT NOT NULL,
  length INTEGER NOT NULL,
  begins INTEGER NOT NULL,
  ends INTEGER NOT NULL,
  -- NULL once a purge took it.
  text TEXT,
  row_hash INTEGER NOT NULL
) STRICT;
`,
};
