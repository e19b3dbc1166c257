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
 * Every program whose hooks are understood, one file each. Without a file, by their documents of 2026-11: Goose, of whose hooks
 * nothing reaches the model ("observation-only", block.github.io/goose: hooks), and Crush, which knows one event that
 * takes context, before a tool, and refuses its settings for the name of any other (charmbracelet/crush: docs/hooks).
 */
export const FORMATS: readonly HookFormat[] = [
  ...[claudeCode, codex, gemini, qwen, copilot, opencode, cline],
  ...[cursor, droid],
];
