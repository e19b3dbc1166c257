import { statSync } from 'node:fs';

/**
 * Identity of the file that has this name now. A program keeps using the file it opened, even if that was deleted or replaced.
 * Null when there is no file.
 */
export function fileIdentity(path: string): string | null {
  const facts = statSync(path, { throwIfNoEntry: false, bigint: true });
  return facts ? `${facts.dev}:${facts.ino}` : null;
}
