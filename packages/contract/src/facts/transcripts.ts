/** Programs whose transcripts can be read, by the names of their agents. */
export const TRANSCRIPT_AGENTS = ['claude-code', 'codex', 'gemini', 'qwen'] as const;
/** See {@link TRANSCRIPT_AGENTS}. */
export type TranscriptAgent = (typeof TRANSCRIPT_AGENTS)[number];
