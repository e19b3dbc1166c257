import { hash } from 'node:crypto';
import { hasIdForm } from '@twicewise/contract';
import { isPersonal } from './looks.ts';
import type { Redacted, Redactor } from './redactor.ts';
import { type Visitor, walk } from './walk.ts';

/** Fields that name things: two of them must never become equal, and a name that is no secret stays as it is. */
const NAMES =
  /^(?:ids?|(?:native|session|project|reflection|episode|operation|exposure|claim|job|item|lesson)Ids?|commitSha|digest)$/;
/**
 * Fields of a request that say which file or which records are meant: written in any other way they would be others than
 * those that its preview showed.
 */
const AS_ASKED = /^(?:path|log|transcript|selection\.filters\..+)$/;
/** Ends of links between items of an episode. */
const ENDS = new Set(['from', 'to', 'effects', 'causedBy', 'leadsTo']);
/** The field that a text is in, or in a list of; undefined in what others wrote in fields of their own. */
function fieldOf(path: readonly string[]): string | undefined {
  return path.includes('extra') ? undefined : path.findLast((step) => !/^\d+$/.test(step));
}

function isName(path: readonly string[]): boolean {
  const field = fieldOf(path);
  return field !== undefined && (NAMES.test(field) || ENDS.has(field));
}

/** What has a form of its own, and would be refused in any other: our ids, and hex digits. */
const isClosed = (name: string) => hasIdForm(name) || /^[0-9a-f]{7,40}$/.test(name);

/** A name that a secret is in, as something that says nothing and still is another for each. */
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
 * Redacts a request or an imported lesson. Fields that name things keep their value, or become a hash when they hold a
 * secret: a marker that is the same for all would make one lesson of many. What they name is no secret in other fields only
 * because a text says so. The file or the records that a request is about stay as asked for, too.
 */
export function redactRequest<T extends object>(redactor: Redactor, input: T): Redacted<T> {
  const names = namesIn(input);
  const { value, found } = redactor.redact(input, new Set(names.values()));
  if (found.length === 0) return { value, found };
  const secret = new Set(found.filter(({ kind }) => !isPersonal(kind)).map(({ path }) => path));
  const isSecret = (place: string) => secret.has(place) && !isClosed(names.get(place) ?? '');
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
