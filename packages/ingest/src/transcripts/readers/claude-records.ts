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

/** A record as its line contains it. */
export const record = z.looseObject({
  type: z.string(),
  uuid: z.string().optional(),
  timestamp: z.string().optional(),
  sessionId: z.string().optional(),
  /** In a copied answer of the model: the session that requested it. */
  requestSessionId: z.string().optional(),
  /** In a record copied by `/branch`: where it was copied from. */
  forkedFrom: z.unknown().optional(),
  version: z.string().optional(),
  cwd: z.string().optional(),
  gitBranch: z.string().optional(),
  isSidechain: z.boolean().optional(),
  agentId: z.string().optional(),
  isMeta: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  origin: z.looseObject({ kind: z.string().optional() }).optional(),
  message: z
    .looseObject({
      id: z.string().optional(),
      content: z.union([z.string(), z.array(block)]).optional(),
      usage: z.unknown().optional(),
    })
    .optional(),
  /** A tool's result as structured data. For dialogues it holds what the person chose. */
  toolUseResult: z.unknown().optional(),
  /** The plan that begins this session because the person approved it in the previous one. */
  planContent: z.string().optional(),
  summary: z.string().optional(),
  aiTitle: z.string().optional(),
  customTitle: z.string().optional(),
});
/** One record. */
export type Entry = z.infer<typeof record>;
