import { createHash } from 'node:crypto';
import type { SqlValue } from './database.ts';

const BYTES = 16;

/**
 * Hash of what a row and its lists say, kept beside it. SQLite's own check finds broken pages and indexes, but a bit
 * that flips inside a text is as good as any other text to it.
 */
export function rowHash(values: readonly (SqlValue | readonly string[])[]): Uint8Array {
  return createHash('sha256').update(JSON.stringify(values)).digest().subarray(0, BYTES);
}

/** True when the stored hash is that of the values. */
export function isRowHash(stored: unknown, values: readonly (SqlValue | readonly string[])[]): boolean {
  return stored instanceof Uint8Array && Buffer.compare(stored, rowHash(values)) === 0;
}
