import type * as z from 'zod';
import type { Caller } from './domain/author.ts';
import { parseGiven } from './domain/parse-given.ts';
import { AppError, type Failure, toFailure } from './errors.ts';
import { shorten } from './facts/text.ts';
import { type Contract, contract, type OperationName, type ParsedInputOf } from './operations/index.ts';

/**
 * The answer of every door: a value or a failure. `told` is the text of an answer that is recorded as shown: the door that gives
 * an agent texts gives exactly this one, so that what is kept is what was read.
 */
export type Envelope<T = unknown> = { ok: true; value: T; told?: string } | { ok: false; error: Failure };

/** A request as it travels from a door to the handlers. */
export interface Request {
  name: string;
  input: unknown;
  caller: Caller;
  /** Idempotency key: the same key and input give the stored answer instead of a second effect. */
  key?: string | undefined;
  /** The door gives the text of the answer and nothing else: an answer with a text (`told`) may come without its value. */
  isTextEnough?: boolean;
}

/** Passes a request to the handlers and returns their envelope. The only interface between doors and core. */
export type Dispatch = (request: Request) => Promise<Envelope>;

/** A request with a known operation name and valid input. */
export interface ParsedCall<N extends OperationName = OperationName> {
  name: N;
  kind: Contract[N]['kind'];
  input: ParsedInputOf<N>;
}

const MAX_ISSUES = 5;
/** Maximum of the caller's own text that an error repeats, and of one name in it, in UTF-16 units. */
const MAX_QUOTED = 300;
const MAX_NAME = 60;
/** Maximum length of one issue that our schemas describe, such as a list of allowed values, in UTF-16 units. */
const MAX_ISSUE = 400;
/** Maximum number of unknown fields that an error names. */
const MAX_KEYS = 5;

/** Makes a function that shortens the caller's names so that all of them together stay within the limit. */
function quoting(): (name: string) => string {
  let left = MAX_QUOTED;
  return (name) => {
    const said = shorten(name, Math.min(MAX_NAME, left));
    left -= said.length;
    return said.length < name.length ? `${said}…` : said;
  };
}

function describeIssue(issue: z.core.$ZodIssue, quote: (name: string) => string): string {
  const where = issue.path.length > 0 ? quote(issue.path.map(String).join('.')) : 'input';
  if (issue.code !== 'unrecognized_keys') return `${where}: ${shorten(issue.message, MAX_ISSUE)}`;
  const { keys } = issue;
  const named = keys.slice(0, MAX_KEYS).map((key) => JSON.stringify(quote(key)));
  const rest = keys.length > MAX_KEYS ? ` and ${keys.length - MAX_KEYS} more` : '';
  return `${where}: has no ${keys.length === 1 ? 'field' : 'fields'} ${named.join(', ')}${rest}`;
}

/** What a schema refuses, in words that name each field by its path, such as `actor.rationale: …`. Bounded, whatever was given. */
export function describeIssues(error: z.ZodError): string {
  const quote = quoting();
  const lines = error.issues.slice(0, MAX_ISSUES).map((issue) => describeIssue(issue, quote));
  const rest = error.issues.length - lines.length;
  return lines.join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}

function isTooLarge(error: z.ZodError): boolean {
  return error.issues.some((issue) => issue.code === 'custom' && issue.params?.reason === 'too_large');
}

/** Turns a schema error into an `invalid_input` failure that names the fields. */
export function inputError(what: string, error: z.ZodError): AppError {
  return new AppError({
    code: 'invalid_input',
    ...(isTooLarge(error) ? { reason: 'too_large' as const } : {}),
    message: describeIssues(error),
    hint: `Correct the named fields and try again (${what}); nothing was changed.`,
  });
}

/** Finds the operation and parses its input. Throws `invalid_input`. */
export function parseCall(name: string, input: unknown): ParsedCall {
  if (!Object.hasOwn(contract, name)) {
    throw new AppError({
      code: 'invalid_input',
      reason: 'unknown_operation',
      message: `There is no operation called ${JSON.stringify(name.slice(0, 80))}.`,
      hint: `Use one of: ${Object.keys(contract).sort().join(', ')}.`,
    });
  }
  const known = name as OperationName;
  const parsed = parseGiven(contract[known].input, input ?? {});
  if (!parsed.success) throw inputError(known, parsed.error);
  return { name: known, kind: contract[known].kind, input: parsed.data as ParsedInputOf<OperationName> };
}

/** Runs a handler and wraps its result or error in an envelope; never throws. */
export async function settle<T>(run: () => T | Promise<T>, log?: (error: unknown) => void): Promise<Envelope<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    return { ok: false, error: toFailure(error, log) };
  }
}
