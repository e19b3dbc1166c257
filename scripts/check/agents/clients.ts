import { claudeCode } from './clients/claude-code.ts';
import type { Client } from './clients/client.ts';

/** Every program that can be had from npm and run without a person, a screen or a network. */
export const CLIENTS: readonly Client[] = [claudeCode];
