import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { droid } from './droid.ts';
import type { HookFormat } from './format.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';

/**
 * Every program whose hooks are supported, one file each. Two have no file, according to their documents of 2026-11: Goose,
 * because nothing that its hooks say reaches the model ("observation-only", block.github.io/goose: hooks), and Crush, because its
 * only event that accepts context comes before a tool, and it rejects settings that name any other event (charmbracelet/crush:
 * docs/hooks).
 */
export const FORMATS: readonly HookFormat[] = [
  ...[claudeCode, codex, gemini, qwen, copilot, opencode, cline],
  ...[cursor, droid],
];
