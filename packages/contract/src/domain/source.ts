import * as z from 'zod';
import { sourceId } from './ids.ts';
import { instant } from './time.ts';

/** Where lessons were brought in from: a file, a transcript, the sample. */
export const source = z.object({
  id: sourceId,
  seq: z.int(),
  system: z.string().describe('Kind of thing it is, such as `jsonl` or the agent that wrote the transcript'),
  path: z.string().nullable(),
  importer: z.string().describe('What brought it in; `capture` for a session that was written down by itself'),
  task: z.string().nullable().describe('What the session was about, where it is the transcript of one'),
  ruleVersion: z.int().describe('Version of the rules that read it'),
  createdAt: instant.describe('When it was brought in'),
  reflections: z.int().describe('Lessons from it that are not deleted'),
  drafts: z.int().describe('Of these, drafts that wait for a decision'),
});
/** See {@link source}. */
export type Source = z.infer<typeof source>;
