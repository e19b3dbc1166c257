import { hash } from 'node:crypto';
import { createRedactor, type Redacted, type Redactor } from './redactor.ts';

/** Fields that name things: two of them must never become equal, and a name that is no secret stays as it is. */
const IDENTITY = ['id', 'nativeId', 'sessionId', 'projectId'] as const;

const secretsOnly = createRedactor();

function withoutSecret(name: string): string {
  const { kinds } = secretsOnly.redactText(name);
  return kinds.length === 0 ? name : `redacted:${hash('sha256', name, 'hex').slice(0, 32)}`;
}

/**
 * Redacts a request or an imported lesson. Its identity fields keep their value, or become a hash when they hold a
 * secret: a marker that is the same for all would make one lesson of many.
 */
export function redactRequest<T extends object>(redactor: Redactor, input: T): Redacted<T> {
  const { value, found } = redactor.redact(input);
  const kept: Record<string, unknown> = {};
  for (const field of IDENTITY) {
    const name = (input as Record<string, unknown>)[field];
    if (typeof name === 'string') kept[field] = withoutSecret(name);
  }
  const isKept = ({ path }: { path: string }) =>
    kept[path] !== undefined && kept[path] === (input as Record<string, unknown>)[path];
  return { value: { ...value, ...kept }, found: found.filter((one) => !isKept(one)) };
}
