import * as z from 'zod';
import { label } from './text.ts';
import { MAX_TURN_NUMBER } from './turn.ts';
import { MAX_TURN_BYTES } from './turn-content.ts';

/** Version of the file that is written. A file without one is of the time before there were versions; a later one is refused. */
export const TURN_FILE_VERSION = 1;
/** Key in `extra` of a turn for the fields of the file that it came from, so that it is written as it stood there. */
export const TURN_FILE_EXTRA = 'turnFile';
/** Place of a summary that stood in the field `summary` of its context and in no list: it is written back there alone. */
export const IN_CONTEXT = -1;

const number = z.int().min(0).max(MAX_TURN_NUMBER);
const tokens = z.number().min(0);
/** Milliseconds since 1970, within the years that a date can have. */
const time = z.number().min(0).max(8.64e15);

/** A context as the document of reflective thinking has it (S2-06 to S2-12). Other fields are kept. */
export const contextSnapshot = z.looseObject({
  id: label(512),
  turnNumber: number,
  fullContext: z.string().max(MAX_TURN_BYTES),
  summary: z.string().exactOptional(),
  tokenCount: tokens,
  toolCalls: z.array(label(256)).max(1000).exactOptional(),
  timestamp: time,
});
/** See {@link contextSnapshot}. */
export type ContextSnapshot = z.infer<typeof contextSnapshot>;

/** A summary as that document has it (S2-13 to S2-16). Other fields are kept. */
export const memorySummary = z.looseObject({
  id: label(512),
  contextId: label(512),
  turnNumber: number,
  summary: z.string(),
  insights: z.array(z.string()),
  tokenCount: tokens,
  timestamp: time,
});
/** See {@link memorySummary}. */
export type MemorySummary = z.infer<typeof memorySummary>;

/** Most contexts of one file. */
const MAX_CONTEXTS = 100_000;

/** A memory as that document exports it (S2-18), here with a version. */
export const turnFile = z.looseObject({
  version: z.int().min(1).exactOptional(),
  contexts: z.array(contextSnapshot).max(MAX_CONTEXTS),
  summaries: z.array(memorySummary).max(MAX_CONTEXTS),
});
/** See {@link turnFile}. */
export type TurnFile = z.infer<typeof turnFile>;
