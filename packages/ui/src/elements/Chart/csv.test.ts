import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

/** A minimal reader of RFC 4180. */
function readCsv(text: string): string[][] {
  const cells = [...text.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)];
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('a table as CSV', () => {
  it('is read back as it was, whatever the text, but for the apostrophe before a formula', () => {
    const texts = fc.array(fc.tuple(fc.string(), fc.string()), { maxLength: 5 });
    fc.assert(
      fc.property(texts, (rows) => {
        const read = readCsv(toCsv({ columns: ['a', 'b'], rows })).slice(1);
        const expected = rows.map((row) => row.map((cell) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)));
        expect(read).toEqual(expected);
      }),
    );
  });

  it('keeps numbers as numbers, negative ones too, and nothing as nothing', () => {
    expect(toCsv({ columns: ['n'], rows: [[-1], [null], [0.5]] })).toBe('n\r\n-1\r\n\r\n0.5\r\n');
  });
});
