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
  /** It replaced the previous commit, which is no longer on any branch. */
  amends: boolean;
}

/**
 * Commits that a call made (R4): its command has a `git commit`, and git prints a line with id and subject for each. Failed calls
 * count too, because the failure may be of a later command. Ids elsewhere in an output are of commits that were only looked at.
 */
export function commitsOf({ command }: Call, { text }: Result, cwd: string | null): Commit[] {
  const commands = command === null ? [] : commandsIn(command);
  const made = commands.filter((one) => COMMITS.test(one));
  if (made.length === 0 || isScratch(commands, cwd)) return [];
  // With several commits in one call it is unclear which line belongs to which.
  const amends = made.length === 1 && AMENDS.test(made[0] ?? '');
  return text.split('\n').flatMap((line) => {
    const [, , sha, subject] = MADE.exec(line.trim()) ?? [];
    return sha === undefined || subject === undefined ? [] : [{ sha, subject, amends }];
  });
}
