import { crc32 } from 'node:zlib';
import type { SqlValue } from '../sql/database.ts';

/** A value with a type mark, so that null, '', 0 and '0' differ. Stored texts contain no such control characters. */
function marked(value: SqlValue): string {
  if (value === null) return '\u0001';
  return typeof value === 'string' ? `\u0002${value}` : `\u0003${value}`;
}

/**
 * CRC-32 of a row's values, stored with it. SQLite's own check finds broken pages and indexes, but not a flipped bit inside a
 * text. The checksum covers the values as they are read: damage that decodes to the same value (such as one of several byte
 * sequences that decode to U+FFFD) is not detected; other damage is missed about once in four thousand million times. It does not
 * protect against deliberate changes to the file.
 */
export function rowHash(values: readonly SqlValue[]): number {
  return crc32(values.map(marked).join(''));
}

/** True when the values match the stored checksum. */
export function isRowHash(stored: unknown, values: readonly SqlValue[]): boolean {
  return stored === rowHash(values);
}
