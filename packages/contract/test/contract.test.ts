import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  AppError,
  agentTools,
  contract,
  ERROR_CODES,
  HTTP_STATUS,
  jsonDepth,
  MAX_TEXT_BYTES,
  operationNames,
  parseCall,
  parseJson,
  text,
  textProblem,
  toFailure,
  utf8Bytes,
} from '../src/index.ts';
import { certainFields, inputShapes, STRICT_OBJECT } from './json-schemas.ts';

describe('texts', () => {
  it('sizes are counted in UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        expect(utf8Bytes(value)).toBe(Buffer.byteLength(value));
      }),
    );
  });

  it('a text of exactly the limit is accepted, one byte more is not', () => {
    expect(text().safeParse('x'.repeat(MAX_TEXT_BYTES)).success).toBe(true);
    expect(text().safeParse(`${'x'.repeat(MAX_TEXT_BYTES - 1)}é`).success).toBe(false);
  });

  it('whatever is accepted survives SQLite and a terminal: no NUL, control or lone surrogate', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        if (textProblem(value) !== null) return;
        expect(value.isWellFormed()).toBe(true);
        expect(/(?![\t\n\r])\p{Cc}/u.test(value)).toBe(false);
      }),
    );
    expect(textProblem('tab\t, line\n and return\r are text')).toBeNull();
  });
});

describe('JSON from outside', () => {
  it('depth is counted as the parser nests, brackets in strings left out', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => {
        const depthOf = (item: unknown): number =>
          item === null || typeof item !== 'object' ? 0 : 1 + Math.max(0, ...Object.values(item).map(depthOf));
        expect(jsonDepth(JSON.stringify(value), 100)).toBe(depthOf(value));
      }),
    );
    expect(jsonDepth('{"a":"[[[["}')).toBe(1);
  });

  it('five million levels are refused without being walked', () => {
    expect(() => parseJson('['.repeat(5_000_000))).toThrow(/nested more than 32/);
  });
});

describe('operations', () => {
  it('every operation has a summary, a topic and strict input', () => {
    for (const name of operationNames) {
      expect(name).toMatch(/^[a-z]+\.[a-zA-Z]+$/);
      expect(contract[name].summary).toMatch(/^[A-Z].*\.$/);
      expect(() => parseCall(name, { surelyNotAField: 1 }), name).toThrow(AppError);
    }
  });

  it('an operation that an object inherits is not one', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(() => parseCall(name, {})).toThrow(/no operation/);
    }
  });

  it('no text that a person or an agent reads names a row of our papers', () => {
    const row = /\b(?:[SB]\d-\d\d|[XR]\d{1,2})\b/;
    for (const name of operationNames) {
      const { input, output, summary } = contract[name];
      const read = [
        summary,
        z.toJSONSchema(input, { io: 'input' }),
        z.toJSONSchema(output, { unrepresentable: 'any' }),
      ];
      expect(JSON.stringify(read), name).not.toMatch(row);
    }
    for (const { name, description, input } of agentTools) {
      expect(JSON.stringify([description, z.toJSONSchema(input, { io: 'input' })]), name).not.toMatch(row);
    }
  });

  it('every input can be described as JSON Schema for the reference and for tools: as strict objects', () => {
    for (const name of operationNames) {
      for (const shape of inputShapes(contract[name].input)) expect(shape, name).toMatchObject(STRICT_OBJECT);
    }
    for (const { name, input } of agentTools) {
      for (const shape of inputShapes(input)) expect(shape, name).toMatchObject(STRICT_OBJECT);
    }
    const loose = z.union([z.strictObject({ a: z.string() }), z.object({ b: z.string() })]);
    expect(inputShapes(loose).at(-1)).not.toMatchObject(STRICT_OBJECT);
  });

  it('every output can be described as JSON Schema: as an object with at least one field that is always there', () => {
    for (const name of operationNames) {
      expect(certainFields(contract[name].output)?.length, name).toBeGreaterThan(0);
    }
    expect(certainFields(z.array(z.string()))).toBeNull();
    expect(certainFields(z.object({ a: z.string().optional() }))).toEqual([]);
  });
});

describe('errors', () => {
  it('codes keep their HTTP status', () => {
    expect(HTTP_STATUS).toEqual({
      invalid_input: 400,
      not_found: 404,
      conflict: 409,
      busy: 429,
      unavailable: 503,
      refused: 403,
      internal: 500,
    });
    expect(Object.keys(HTTP_STATUS).sort()).toEqual([...ERROR_CODES].sort());
  });

  it('an unknown error tells nothing of its text, which may hold paths or data', () => {
    const seen: unknown[] = [];
    const failure = toFailure(new Error('/home/someone/secret.db is locked'), (error) => seen.push(error));
    expect(failure.code).toBe('internal');
    expect(JSON.stringify(failure)).not.toContain('secret');
    expect(seen).toHaveLength(1);
  });
});
