import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import type { HookFormat } from './format.ts';
import { gemini } from './gemini.ts';
import { qwen } from './qwen.ts';

/** Every program whose hooks are understood, one file each. */
export const FORMATS: readonly HookFormat[] = [claudeCode, codex, gemini, qwen];
