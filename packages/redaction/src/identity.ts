import { hash } from 'node:crypto';
import { isPersonal } from './personal.ts';
import type { Redacted, Redactor } from './redactor.ts';
import { type Visitor, walk } from './walk.ts';

/** Fields that identify things: two different values must not become equal, and a name without a secret stays as it is. */
const NAMES =
  /^(?:ids?|(?:native|session|project|reflection|episode|operation|exposure|claim|job|item|lesson)Ids?|commitSha|digest)$/;
/** Fields of a request that select a file or records. Changed values would select others than the preview showed. */
const AS_ASKED = /^(?:path|log|transcript|selection\.filters\..+)$/;
/** Fields for the ends of links between items of an episode. */
const ENDS = new Set(['from', 'to', 'effects', 'causedBy', 'leadsTo']);
/** The field that holds a text, directly or in a list; undefined for fields that others defined. */
function fieldOf(path: readonly string[]): string | undefined {
  return path.includes('extra') ? undefined : path.findLast((step) => !/^\d+$/.test(step));
}

function isName(path: readonly string[]): boolean {
  const field = String(fieldOf(path));
  return NAMES.test(field) || ENDS.has(field);
}

/** Hexadecimal digits, as of a commit: a name of that form would be refused in any other. No rule takes our own ids for secrets. */
const isClosed = (name: string) => /^[0-9a-f]{7,40}$/.test(name);

/** Replaces a name that contains a secret by a hash, which reveals nothing and differs for each name. */
const withoutSecret = (name: string) => `redacted:${hash('sha256', name, 'hex').slice(0, 32)}`;

const keptKey = (key: string) => key;

/** The text at a place of a request. */
function textAt(input: object, path: readonly string[]): string {
  return String(path.reduce<unknown>((value, step) => Reflect.get(Object(value), step), input));
}

/** The names in a request, each under the path that leads to it. */
function namesIn(input: object): Map<string, string> {
  const names = new Map<string, string>();
  const text: Visitor['text'] = (name, path) => {
    if (isName(path)) names.set(path.join('.'), name);
    return name;
  };
  walk(input, [], { text, key: keptKey });
  return names;
}

/**
 * Redacts a request or an imported lesson. Fields that identify things keep their value, or become a hash when they hold a
 * secret: a common marker would merge many lessons into one. Their values are not treated as secrets in other fields merely
 * because a text says so. Fields that select a file or records stay as requested.
 */
export function redactRequest<T extends object>(redactor: Redactor, input: T): Redacted<T> {
  const names = namesIn(input);
  const { value, found } = redactor.redact(input, new Set(names.values()));
  if (found.length === 0) return { value, found };
  const secret = new Set(found.filter(({ kind }) => !isPersonal(kind)).map(({ path }) => path));
  const isSecret = (place: string) => secret.has(place) && !isClosed(String(names.get(place)));
  const text: Visitor['text'] = (redacted, path) => {
    const place = path.join('.');
    if (AS_ASKED.test(place)) return textAt(input, path);
    const name = isName(path) ? names.get(place) : undefined;
    if (name === undefined) return redacted;
    return isSecret(place) ? withoutSecret(name) : name;
  };
  const named = walk(value, [], { text, key: keptKey }) as T;
  return {
    value: named,
    found: found.filter(({ path }) => !AS_ASKED.test(path) && (!names.has(path) || isSecret(path))),
  };
}
