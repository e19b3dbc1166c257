import { crc32 } from 'node:zlib';
import type { SqlValue } from './database.ts';

/** A value with a mark of its type, so that null, '', 0 and '0' differ. No stored text holds these control characters. */
function marked(value: SqlValue): string {
  if (value === null) return '\u0001';
  return typeof value === 'string' ? `\u0002${value}` : `\u0003${value}`;
}

/**
 * Checksum of what a row says, kept beside it. SQLite's own check finds broken pages and indexes, but a bit
 * that flips inside a text is as good as any other text to it. CRC-32 finds every single flipped bit and all
 * damage within 32 bits, and misses about one in four thousand million of the rest; against somebody who writes to the
 * file on purpose no checksum in it helps.
 */
export function rowHash(values: readonly SqlValue[]): number {
  return crc32(values.map(marked).join(''));
}

/** True when the stored checksum is that of the values. */
export function isRowHash(stored: unknown, values: readonly SqlValue[]): boolean {
  return stored === rowHash(values);
}
