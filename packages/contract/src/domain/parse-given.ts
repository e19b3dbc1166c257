import type * as z from 'zod';

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

/**
 * What is wrong with a value that is none of several things, as the one that it comes nearest to: the one of its kind in which the
 * fault lies deepest. Undefined if it is of another kind than all of them.
 */
function nearestFault(errors: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue | undefined {
  const meant = errors.filter((issues) => !issues.some(isOtherKind));
  const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  return meant.toSorted((one, other) => depth(other) - depth(one) || one.length - other.length)[0]?.[0];
}

function describeUnion({ errors, input, discriminator, options }: Raw<'invalid_union'>): string | undefined {
  if (discriminator !== undefined && Array.isArray(options)) {
    return describeChoice((input as Record<string, unknown>)[discriminator], options);
  }
  const nearest = nearestFault(errors);
  if (nearest) return nearest.message;
  const kinds = errors.flatMap((issues) =>
    issues.flatMap((one) => ('expected' in one ? [KINDS[one.expected] ?? one.expected] : [])),
  );
  return kinds.length === 0 ? undefined : mustBe(input, [...new Set(kinds)].join(' or '));
}

/** The fault itself in place of that of a union which {@link describeUnion} describes by it. */
function faultIn(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const nearest = issue.code === 'invalid_union' ? nearestFault(issue.errors) : undefined;
  if (nearest === undefined || nearest.message !== issue.message) return issue;
  return faultIn({ ...nearest, path: [...issue.path, ...nearest.path] });
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
 * Parses what a caller or a file gave. Unlike zod's own, the issues of its error are in plain words, and of a value that may be
 * several things they name what is wrong with the one it was meant as.
 */
export function parseGiven<T extends z.ZodType>(schema: T, value: unknown): z.ZodSafeParseResult<z.output<T>> {
  const parsed = schema.safeParse(value, { error: describe });
  if (!parsed.success) {
    const { issues } = parsed.error;
    issues.splice(0, issues.length, ...issues.map(faultIn));
  }
  return parsed;
}
