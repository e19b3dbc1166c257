/** Programs whose transcripts are understood, by the names under which their agents are known. */
export const TRANSCRIPT_AGENTS = ['claude-code', 'codex', 'gemini', 'qwen'] as const;
/** See {@link TRANSCRIPT_AGENTS}. */
export type TranscriptAgent = (typeof TRANSCRIPT_AGENTS)[number];
