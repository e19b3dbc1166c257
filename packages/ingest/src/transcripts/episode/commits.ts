import type { Call, Result } from '../steps.ts';
import { commandsIn, isScratch } from './shell.ts';

const AMENDS = / --amend(?: |$)/;
const COMMITS = /^git(?: -[cC] \S+| --no-pager)* commit(?: |$)/;
/** What git prints for a commit it made: `[branch 1a2b3c4] Subject`. */
const MADE = /^\[([^\]\n]{1,250}) ([0-9a-f]{7,40})\] (\S.*)$/;

/** A commit as git reported it. */
export interface Commit {
  sha: string;
  subject: string;
  /** It took the place of the commit before it, which is on no branch any more. */
  amends: boolean;
}

/**
 * Commits that a call made (R4): a `git commit` in its command, and the line with id and subject that git prints for each. Also
 * of a call that failed, since what followed the commit may have. Ids elsewhere in an output are of commits that were looked at.
 */
export function commitsOf({ command }: Call, { text }: Result, cwd: string | null): Commit[] {
  const commands = command === null ? [] : commandsIn(command);
  const made = commands.filter((one) => COMMITS.test(one));
  if (made.length === 0 || isScratch(commands, cwd)) return [];
  // Of several in one call nobody knows which of them a line is of.
  const amends = made.length === 1 && AMENDS.test(made[0] ?? '');
  return text.split('\n').flatMap((line) => {
    const [, , sha, subject] = MADE.exec(line.trim()) ?? [];
    return sha === undefined || subject === undefined ? [] : [{ sha, subject, amends }];
  });
}
