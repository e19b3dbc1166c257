import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import type { HookFormat } from './format.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';

/** Every program whose hooks are understood, one file each. */
export const FORMATS: readonly HookFormat[] = [claudeCode, codex, gemini, qwen, copilot, opencode, cline];
