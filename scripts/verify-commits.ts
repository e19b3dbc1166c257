import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type GateResult, runGate } from './gate.ts';

/** Maximum length of a subject, in characters: lists of commits show this much. */
const MAX_SUBJECT = 65;
/** Number of commits that are checked, newest first. */
const MAX_COMMITS = 50;
/** The file that introduced the rule: commits before the one that added it do not follow the rule. */
const RULE = 'scripts/verify-commits.ts';
/** A package or an area, or several separated by commas, followed by what the commit does. */
const SUBJECT = /^([a-z0-9][a-z0-9-]*(?:(?:, | and |\/|:)[a-z0-9-]+)*): \S/;
/** Subjects that git writes; a fixup is merged into another commit before others see it. */
const BY_GIT = /^(?:Revert "|fixup! |squash! )/;

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** Why commits cannot be checked here; null if they can. */
function whyNot(root: string): string | null {
  if (!existsSync(join(root, '.git'))) return 'no git checkout';
  try {
    if (git(root, 'rev-parse', '--is-shallow-repository') === 'true') return 'a shallow clone';
    git(root, 'rev-parse', '--verify', 'HEAD');
    return null;
  } catch {
    return 'no git history';
  }
}

/** Hash and subject of the newest commits since the rule was added, without merges. */
function subjectsSinceRule(root: string): { hash: string; subject: string }[] {
  const [added] = git(root, 'log', '--diff-filter=A', '--reverse', '--format=%H', '--', RULE).split('\n');
  if (!added) return [];
  // Only commits that descend from the one with the rule count: a branch that began earlier could not follow it, whenever it is
  // merged.
  const which = ['--no-merges', '--ancestry-path', `--max-count=${MAX_COMMITS}`];
  const later = git(root, 'log', ...which, '--format=%H %s', `${added}..HEAD`);
  const lines = [...later.split('\n'), git(root, 'log', '--max-count=1', '--format=%H %s', added)];
  return lines
    .filter((line) => line !== '')
    .slice(0, MAX_COMMITS)
    .map((line) => ({ hash: line.slice(0, 8), subject: line.slice(line.indexOf(' ') + 1) }));
}

function problemOf(subject: string): string | null {
  if (BY_GIT.test(subject)) return null;
  const length = [...subject].length;
  if (!SUBJECT.test(subject))
    return 'must begin with a package or an area, as in "store: refuse databases from a newer version"';
  if (length > MAX_SUBJECT) return `has ${length} characters; the limit is ${MAX_SUBJECT}`;
  return subject.endsWith('.') ? 'must not end with a full stop' : null;
}

/**
 * Checks the subjects of the newest commits that descend from the one with the rule, except merges. Without a history, such as in
 * a shallow clone, it reports that and passes.
 */
export function verifyCommits(root: string): GateResult {
  const reason = whyNot(root);
  if (reason !== null) return { problems: [], summary: `skipped: ${reason}` };
  const commits = subjectsSinceRule(root);
  const problems = commits.flatMap(({ hash, subject }) => {
    const problem = problemOf(subject);
    return problem === null ? [] : [`${hash} "${subject}" ${problem}`];
  });
  return { problems, summary: `${commits.length} subjects of commits` };
}

runGate(import.meta.url, 'commits', verifyCommits);
