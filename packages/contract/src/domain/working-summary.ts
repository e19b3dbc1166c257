import * as z from 'zod';
import { SUMMARY_PARTS } from '../facts/attempts.ts';
import { author } from './author.ts';
import { operationId } from './ids.ts';
import { text } from './text.ts';
import { instant } from './time.ts';

/** Maximum size of a part of a working summary, in UTF-8 bytes: it is told in a few hundred tokens. */
export const MAX_SUMMARY_PART_BYTES = 4096;

/** One of {@link SUMMARY_PARTS}. */
export type SummaryPart = (typeof SUMMARY_PARTS)[number];

const part = text(MAX_SUMMARY_PART_BYTES);

/** What may be said of each part; what is left out or blank stays as it was (S4-32). */
export const summaryParts = {
  goal: part.optional().describe('What the session is to reach'),
  progress: part.optional().describe('Where it stands: what is done, what the checks say'),
  approach: part.optional().describe('The way that is being tried now'),
  known: part.optional().describe('What was found out on the way'),
  next: part.optional().describe('What is to be done next'),
};

/**
 * Where a session stands, so that an agent whose context was cut, or its successor, can go on. The parts come from S4 (S4-32);
 * null where nothing is known of one.
 */
export const workingSummary = z.object({
  goal: part.nullable(),
  progress: part.nullable(),
  approach: part.nullable(),
  known: part.nullable(),
  next: part.nullable(),
  said: z
    .array(z.enum(SUMMARY_PARTS))
    .describe(
      'Parts that somebody wrote; the others were read from the transcript, which never replaces a written part',
    ),
  at: instant.describe('When it was written, or the last moment of the transcript that it was read from'),
  readTo: instant
    .optional()
    .describe('The last moment of the transcript that was read; left out while none was, or where it has no times'),
});
/** See {@link workingSummary}. */
export type WorkingSummary = z.infer<typeof workingSummary>;

/** One version of a working summary, as a write left it. */
export const summaryVersion = z.object({
  operationId,
  writtenAt: instant,
  author,
  kind: z.enum(['do', 'undo', 'redo']),
  summary: workingSummary.nullable().describe('Null where an undo left none'),
});
/** See {@link summaryVersion}. */
export type SummaryVersion = z.infer<typeof summaryVersion>;
