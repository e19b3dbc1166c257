import * as z from 'zod';

// Records of transcripts of Claude Code. Every field may be missing.

const block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  is_error: z.boolean().nullish(),
  content: z.unknown().optional(),
});
/** A part of a message. */
export type ContentBlock = z.infer<typeof block>;

/** A record as its line has it. */
export const record = z.looseObject({
  type: z.string(),
  uuid: z.string().optional(),
  timestamp: z.string().optional(),
  sessionId: z.string().optional(),
  /** Of an answer of the model that was copied from another session: that which asked for it. */
  requestSessionId: z.string().optional(),
  /** Of a record that `/branch` copied: where it was. */
  forkedFrom: z.unknown().optional(),
  version: z.string().optional(),
  cwd: z.string().optional(),
  gitBranch: z.string().optional(),
  isSidechain: z.boolean().optional(),
  agentId: z.string().optional(),
  isMeta: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  origin: z.looseObject({ kind: z.string().optional() }).optional(),
  message: z.looseObject({ content: z.union([z.string(), z.array(block)]).optional() }).optional(),
  /** What a tool answered, as data; of the dialogues with a person it says what they chose. */
  toolUseResult: z.unknown().optional(),
  /** A plan that the person approved in the session before, with which this one begins. */
  planContent: z.string().optional(),
  summary: z.string().optional(),
  aiTitle: z.string().optional(),
  customTitle: z.string().optional(),
});
/** One record. */
export type Entry = z.infer<typeof record>;
