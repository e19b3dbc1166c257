import { createHash } from 'node:crypto';

const identityOf = (text: string) => `task_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;

const folded = (text: string) => text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim();

/** What is in a word that is a path. */
const SLASH = /[/\\]/;
/** In an address the number says what is meant: issue 12 is not issue 13. */
const ADDRESS = /:\/\//;

/**
 * The identity of a task: attempts with the same one are attempts at the same task, within a session and across the sessions of a
 * project. A signature that the caller gives decides alone. Otherwise it is the text of the request, with letter case and white
 * space folded, because the same request is typed and wrapped differently, and with the digits in paths folded, because
 * worktrees, temporary folders and dated runs differ in those only. Other numbers stay: "fix error 401" is not "fix error 500".
 * Nothing else is folded, because two tasks counted as one cannot be told apart later, while one counted as two shows in a list.
 *
 * @returns `task_` and 64 bits of SHA-256: among 100,000 tasks the chance that two share one is below 1 in a thousand million.
 */
export function taskIdentityOf(task: string, signature: string | null = null): string {
  if (signature !== null) return identityOf(`signature:${folded(signature)}`);
  const same = folded(task).replace(/\S+/g, (word) =>
    SLASH.test(word) && !ADDRESS.test(word) ? word.replace(/\d+/g, '0') : word,
  );
  return identityOf(`request:${same}`);
}
