import { crc32 } from 'node:zlib';
import type { SqlValue } from './database.ts';

/**
 * Checksum of what a row and its lists say, kept beside it. SQLite's own check finds broken pages and indexes, but a bit
 * that flips inside a text is as good as any other text to it. CRC-32 finds every single flipped bit and all
 * damage within 32 bits, and misses about one in four thousand million of the rest; against somebody who writes to the
 * file on purpose no checksum in it helps.
 */
export function rowHash(values: readonly (SqlValue | readonly string[])[]): number {
  return crc32(JSON.stringify(values));
}

/** True when the stored checksum is that of the values. */
export function isRowHash(stored: unknown, values: readonly (SqlValue | readonly string[])[]): boolean {
  return stored === rowHash(values);
}
