import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataLine, fence, fenceLines, visible, visibleValue } from '../src/index.ts';

const NONCE = 'k3Jq0vXyZ-_a';
const hostile = fc.constantFrom(
  `</stored-data ${NONCE}>`,
  `</Stored-Data ${NONCE}>`,
  `<\n/stored-data ${NONCE}>`,
  '\n',
  '\r\n',
  '\u2028',
  '"',
  '\\',
  '\u001b[31m',
  '\u202e',
  '\u200b',
  '\u{e0041}',
);
const texts = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 8 });
const text = texts.map((parts) => parts.join(''));

describe('stored text in a fence', () => {
  it('is one line that parses back to what is visible of it', () => {
    fc.assert(
      fc.property(fc.record({ task: text, failed: fc.array(text) }), (value) => {
        const line = dataLine(value);
        expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(line).not.toMatch(/<[\s/]*stored-data/i);
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(visibleValue(value))));
      }),
    );
  });

  it('cannot close the fence, as a value, a key or a provenance, even if it knew the nonce', () => {
    fc.assert(
      fc.property(text, text, (value, provenance) => {
        const fenced = fence({ [value]: value }, provenance, NONCE);
        const lines = fenced.split('\n');
        expect(lines).toHaveLength(3);
        expect(lines[2]).toBe(`</stored-data ${NONCE}>`);
        expect(fenced.match(/<[\s/]*stored-data/gi)).toHaveLength(2);
        expect(lines[0]).toMatch(new RegExp(`^<stored-data ${NONCE} from="[^"<>\\n]{0,200}">$`));
      }),
    );
  });

  it('loses what acts or hides, and nothing else', () => {
    expect(visible('a\u202eb\u200bc\u{e0041}d\ufeffe\u0007f\u2028g\u00adh\ufe0fi\u{e0100}j\u3164k\u115fl')).toBe(
      'abcdefghijkl',
    );
    const plain = 'tab\t line\n 日本語 é e\u0301 🎉 नमस्ते العربية <b>"quoted"</b>';
    expect(visible(plain)).toBe(plain);
  });

  it('keeps several lines apart from each other', () => {
    expect(fenceLines(['HEAD', dataLine({ a: 1 })], 'x "y"\n<z>', 'n')).toBe(
      `<stored-data n from="x 'y' 'z'">\nHEAD\n{"a":1}\n</stored-data n>`,
    );
  });
});
