import { claudeCode } from './claude-code.ts';
import type { HookFormat } from './format.ts';

/** Every program whose hooks are understood, one file each. */
export const FORMATS: readonly HookFormat[] = [claudeCode];
