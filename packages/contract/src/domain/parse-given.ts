import type * as z from 'zod';
import { shorten } from '../facts/text.ts';

/** Maximum length of the path to a part of a value, in UTF-16 units. It may hold names that the caller chose. */
const MAX_PATH = 60;

/** What a value must be, as people say it. Other names of zod stand for themselves. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

type Raw<Code extends z.core.$ZodIssue['code']> = Extract<z.core.$ZodRawIssue, { code: Code }>;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' && !Number.isInteger(value)) return `${value}`;
  return KINDS[typeof value] ?? typeof value;
}

/** What a value that is not there or of another kind must be. */
const mustBe = (given: unknown, what: string) =>
  given === undefined ? `is missing; it must be ${what}` : `must be ${what}`;

function describeType({ expected, input }: Raw<'invalid_type'>): string {
  const wanted = mustBe(input, KINDS[expected] ?? expected);
  return input === undefined ? wanted : `${wanted}, not ${kindOf(input)}`;
}

function describeChoice(given: unknown, values: readonly z.core.util.Primitive[]): string {
  const named = values.map((value) => JSON.stringify(value));
  return mustBe(given, named.length === 1 ? `${named[0]}` : `one of ${named.join(', ')}`);
}

/** A limit of a number, a text or a list; `most` for an upper one. */
function describeLimit(origin: string, limit: number | bigint, inclusive: boolean, most: boolean): string {
  if (origin !== 'string' && origin !== 'array') {
    if (inclusive) return `must be ${most ? 'at most' : 'at least'} ${limit}`;
    return `must be ${most ? 'less' : 'more'} than ${limit}`;
  }
  if (!most && limit === 1) return 'must not be empty';
  const [one, many] = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries'];
  return `must have ${most ? 'at most' : 'at least'} ${limit} ${limit === 1 ? one : many}`;
}

const isOtherKind = ({ code, path }: z.core.$ZodIssue) => code === 'invalid_type' && path.length === 0;

/** How a part is called in a sentence about the whole: the entry of a list by its place, counted from 1. */
const partNamed = (path: readonly PropertyKey[]) =>
  path.map((key) => (typeof key === 'number' ? `entry ${key + 1}` : String(key))).join('.');

/**
 * What keeps a value from being any of several things: what is wrong with it as the one that it comes nearest to. That is the one
 * of its kind in which the fault lies deepest.
 */
function describeUnion({ errors, input, discriminator, options }: Raw<'invalid_union'>): string | undefined {
  if (discriminator !== undefined && Array.isArray(options)) {
    return describeChoice((input as Record<string, unknown>)[discriminator], options);
  }
  const meant = errors.filter((issues) => !issues.some(isOtherKind));
  const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  const [issue] = meant.toSorted((one, other) => depth(other) - depth(one) || one.length - other.length)[0] ?? [];
  if (issue)
    return issue.path.length === 0 ? issue.message : `${shorten(partNamed(issue.path), MAX_PATH)} ${issue.message}`;
  const kinds = errors.flatMap((issues) =>
    issues.flatMap((one) => ('expected' in one ? [KINDS[one.expected] ?? one.expected] : [])),
  );
  return kinds.length === 0 ? undefined : mustBe(input, [...new Set(kinds)].join(' or '));
}

/** Says in plain words what is wrong, where the schema itself does not. */
function describe(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue);
    case 'invalid_value':
      return describeChoice(issue.input, issue.values);
    case 'too_small':
      return describeLimit(issue.origin, issue.minimum, issue.inclusive ?? true, false);
    case 'too_big':
      return describeLimit(issue.origin, issue.maximum, issue.inclusive ?? true, true);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_key':
      return `is no name for an entry: it ${issue.issues[0]?.message}`;
    case 'invalid_union':
      return describeUnion(issue);
    default:
      return undefined;
  }
}

/**
 * Parses what a caller or a file gave. Unlike zod's own, the messages of its error are in plain words, and name for a value that may
 * be several things what is wrong with the one it was meant as.
 */
export function parseGiven<T extends z.ZodType>(schema: T, value: unknown): z.ZodSafeParseResult<z.output<T>> {
  return schema.safeParse(value, { error: describe });
}
