import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AppError, contract, filled, operationNames, parseCall, parseGiven, text } from '../src/index.ts';

/** What zod says by itself, in words of programmers. */
const WORDS_OF_ZOD = /\b(?:invalid|too small|too big|expected|received|unrecognized)\b/i;

function faultOf(schema: z.ZodType, value: unknown): string | undefined {
  const [issue] = parseGiven(schema, value).error?.issues ?? [];
  return issue && [...issue.path, issue.message].join(': ');
}

function refusal(name: string, input: unknown): string | null {
  try {
    parseCall(name, input);
    return null;
  } catch (error) {
    return (error as AppError).message;
  }
}

describe('what was given and cannot be used', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['another kind', z.string(), 5, 'must be a text, not a number'],
    ['nothing', z.string(), undefined, 'is missing; it must be a text'],
    ['null', z.object({}), null, 'must be an object, not null'],
    ['a part of a number', z.int(), 1.5, 'must be a whole number, not 1.5'],
    ['a text for a number', z.number(), '5', 'must be a number, not a text'],
    ['a text for a list', z.array(z.string()), 'a', 'must be a list, not a text'],
    ['an unknown word', z.enum(['a', 'b']), 'c', 'must be one of "a", "b"'],
    ['no word', z.enum(['a', 'b']), undefined, 'is missing; it must be one of "a", "b"'],
    ['another word than the only one', z.literal('a'), 'c', 'must be "a"'],
    ['too small a number', z.number().min(2), 1, 'must be at least 2'],
    ['the limit itself', z.number().gt(2), 2, 'must be more than 2'],
    ['too large a number', z.number().max(2), 3, 'must be at most 2'],
    ['no character', z.string().min(1), '', 'must not be empty'],
    ['too few characters', z.string().min(2), 'a', 'must have at least 2 characters'],
    ['too many characters', z.string().max(1), 'ab', 'must have at most 1 character'],
    ['too many entries', z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 entries'],
    ['no multiple', z.number().multipleOf(5), 3, 'must be a multiple of 5'],
    ['what the schema itself explains', z.string().min(9, { error: 'is no password' }), 'a', 'is no password'],
  ])('%s', (_, schema, value, message) => {
    expect(faultOf(schema, value)).toBe(message);
  });

  const WORD = z.enum(['a', 'b']);
  it.each<[string, z.ZodType, unknown, string]>([
    ['a word, where one or several are allowed', z.union([WORD, z.array(WORD)]), 'c', 'must be one of "a", "b"'],
    ['an entry of several', z.union([WORD, z.array(WORD)]), ['a', 'c'], '1: must be one of "a", "b"'],
    ['a number, where a word would do as well', z.union([z.int().min(1), WORD]), -1, 'must be at least 1'],
    ['none of the kinds', z.union([z.number(), z.string(), z.int()]), null, 'must be a number or a text'],
    [
      'a field of one of two objects',
      z.union([z.object({ a: z.object({ n: z.int() }) }), z.string()]),
      { a: { n: 'x' } },
      'a: n: must be a number, not a text',
    ],
  ])('as one of several things: %s', (_, schema, value, message) => {
    expect(faultOf(schema, value)).toBe(message);
  });

  it('as one of several things that a word tells apart: the word', () => {
    const either = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a') }),
      z.object({ kind: z.literal('b') }),
    ]);
    expect(faultOf(either, { kind: 'c' })).toBe('kind: must be one of "a", "b"');
    expect(faultOf(either, {})).toBe('kind: is missing; it must be one of "a", "b"');
  });

  it('a name that an entry cannot have', () => {
    expect(faultOf(z.record(z.string().max(1), z.int()), { ab: 1 })).toBe(
      'ab: is no name for an entry: it must have at most 1 character',
    );
  });

  it('is told in plain words by every operation, whatever is wrong in whichever field', () => {
    const told: string[] = [];
    for (const name of operationNames) {
      const { shape = {} } = contract[name].input as { shape?: object };
      for (const field of Object.keys(shape)) {
        for (const wrong of [null, true, -1.5, 1e9, '', 'no such thing', ['no such thing'], { no: 'such thing' }]) {
          const message = refusal(name, { [field]: wrong });
          if (message !== null) told.push(message);
        }
      }
    }
    expect(told.length).toBeGreaterThan(1000);
    expect(told.filter((message) => WORDS_OF_ZOD.test(message))).toEqual([]);
  });

  it('is named by its place, in one of several things as well', () => {
    expect(refusal('reflection.list', { state: ['accepted', 'no'] })).toMatch(/^state\.1: must be one of "draft", /);
  });

  it('an unknown field is named', () => {
    expect(refusal('job.list', { a: 1, b: 2 })).toBe('input: has no fields "a", "b"');
  });
});

describe('a text that must say something', () => {
  it.each([
    ['empty', ''],
    ['white space', ' \n\t\u00a0'],
    ['of no width', '\u200b\u2060\ufeff'],
  ])('%s is refused', (_, value) => {
    expect(parseGiven(filled(text()), value).error?.issues.map(({ message }) => message)).toEqual([
      'must not be empty',
    ]);
  });

  it.each<[string, object]>([
    ['reflection.store', { taskDescription: ' ', outcome: 'failure' }],
    ['reflection.update', { id: 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV', changes: { taskDescription: ' ' } }],
    ['attempt.record', { task: ' ', outcome: 'failure' }],
    [
      'episode.store',
      { task: ' ', outcome: 'failure', decisions: [{ chosen: ' ' }], events: [{ type: 'error', content: ' ' }] },
    ],
  ])('%s asks for one', (name, input) => {
    const message = refusal(name, input) ?? '';
    expect(message).toMatch(/(?:taskDescription|task): must not be empty/);
    if (name === 'episode.store')
      expect(message).toMatch(/chosen: must not be empty; events\.0\.content: must not be empty/);
  });
});
