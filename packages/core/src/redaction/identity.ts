import { hash } from 'node:crypto';
import { isPersonal } from './looks.ts';
import type { Redacted, Redactor } from './redactor.ts';

/** Fields that name things: two of them must never become equal, and a name that is no secret stays as it is. */
const IDENTITY = ['id', 'nativeId', 'sessionId', 'projectId'] as const;

/** A name that a secret is in, as something that says nothing and still is another for each. */
const withoutSecret = (name: string) => `redacted:${hash('sha256', name, 'hex').slice(0, 32)}`;

/**
 * Redacts a request or an imported lesson. Its identity fields keep their value, or become a hash when they hold a
 * secret: a marker that is the same for all would make one lesson of many.
 */
export function redactRequest<T extends object>(redactor: Redactor, input: T): Redacted<T> {
  const { value, found } = redactor.redact(input);
  if (found.length === 0) return { value, found };
  const kept: Record<string, unknown> = {};
  const secret = new Set(found.filter(({ kind }) => !isPersonal(kind)).map(({ path }) => path));
  for (const field of IDENTITY) {
    const name = (input as Record<string, unknown>)[field];
    if (typeof name === 'string') kept[field] = secret.has(field) ? withoutSecret(name) : name;
  }
  const isKept = ({ path }: { path: string }) => kept[path] !== undefined && !secret.has(path);
  return { value: { ...value, ...kept }, found: found.filter((one) => !isKept(one)) };
}
