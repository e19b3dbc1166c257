import { crc32 } from 'node:zlib';
import type { SqlValue } from './database.ts';

/** A value with a mark of its type, so that null, '', 0 and '0' differ. No stored text holds these control characters. */
function marked(value: SqlValue): string {
  if (value === null) return '\u0001';
  return typeof value === 'string' ? `\u0002${value}` : `\u0003${value}`;
}

/**
 * CRC-32 of what a row says, kept beside it. SQLite's own check finds broken pages and indexes; a bit that flips inside a
 * text leaves another text, which it takes as it is. The checksum is over the values as they are read: damage that is read
 * as the same value (such as one of several byte sequences that decode to U+FFFD) is not seen, other damage is missed once
 * in about four thousand million times. It does not guard against somebody who writes to the file on purpose.
 */
export function rowHash(values: readonly SqlValue[]): number {
  return crc32(values.map(marked).join(''));
}

/** True when the stored checksum is that of the values. */
export function isRowHash(stored: unknown, values: readonly SqlValue[]): boolean {
  return stored === rowHash(values);
}
