import { claudeCode } from './clients/claude-code.ts';
import type { Client } from './clients/client.ts';
import { cline } from './clients/cline.ts';
import { codex } from './clients/codex.ts';
import { copilot } from './clients/copilot.ts';
import { gemini } from './clients/gemini.ts';
import { opencode } from './clients/opencode.ts';
import { qwen } from './clients/qwen.ts';

/** All programs that npm offers and that run without a person, a screen or a network. */
export const CLIENTS: readonly Client[] = [claudeCode, codex, gemini, qwen, copilot, opencode, cline];
