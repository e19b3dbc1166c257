import type { TranscriptAgent } from '@twicewise/contract';
import type { TranscriptReader } from '../steps.ts';
import { claudeCodeReader } from './claude-code.ts';
import { codexReader } from './codex.ts';
import { geminiReader } from './gemini.ts';
import { qwenReader } from './qwen.ts';

/** Programs whose transcripts are understood. */
export const TRANSCRIPT_READERS = {
  'claude-code': claudeCodeReader,
  codex: codexReader,
  gemini: geminiReader,
  qwen: qwenReader,
} as const satisfies Record<TranscriptAgent, () => TranscriptReader>;
