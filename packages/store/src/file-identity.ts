import { statSync } from 'node:fs';

/**
 * Tells one file from another that has its name now: a program goes on with the file it opened, also when that was deleted
 * or replaced since. Null where there is none.
 */
export function fileIdentity(path: string): string | null {
  const facts = statSync(path, { throwIfNoEntry: false, bigint: true });
  return facts ? `${facts.dev}:${facts.ino}` : null;
}
