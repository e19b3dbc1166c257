import { countsText } from '@twicewise/checks';
import type { CheckRun, TranscriptAttempt } from '../attempts/attempt.ts';
import { firstWords, shortPath } from '../excerpt.ts';

// What the last checks of a session said, in words.

/** What other rules found in the transcript. */
export interface Checked {
  attempts: readonly TranscriptAttempt[];
  /** Checks before the first edit, the last run of each command. */
  baseline: readonly CheckRun[];
  /** Subject of the last commit; null without one. */
  committed: string | null;
}

/** Maximum numbers of checks and files that are named, and maximum length of a command, in UTF-16 units. */
const MAX_CHECKS = 3;
const MAX_FILES = 5;
const MAX_COMMAND = 80;

/** The last run of each command: those that failed, and of the others the latest. */
function lastRuns(checks: readonly CheckRun[]): CheckRun[] {
  const runs = new Map<string, CheckRun>();
  for (const check of checks) {
    runs.delete(check.command);
    runs.set(check.command, check);
  }
  const latest = [...runs.values()].reverse();
  const isFailed = ({ verdict }: CheckRun) => verdict === 'failed';
  const others = latest.filter((check) => !isFailed(check));
  return [...latest.filter(isFailed), ...others].slice(0, MAX_CHECKS);
}

/** The checks that count: those after the last edits that were checked, else those before any. */
function lastChecks({ attempts, baseline }: Checked): CheckRun[] {
  const checked = attempts.findLast(({ checks }) => checks.length > 0);
  return lastRuns(checked?.checks ?? (attempts.length === 0 ? baseline : []));
}

/** Files changed since the last check, or null when it was the last thing. */
function unchecked({ attempts }: Checked): string[] | null {
  const last = attempts.at(-1);
  return last === undefined || last.checks.length > 0 ? null : last.files.map(({ path }) => shortPath(path));
}

const VERDICTS = { passed: 'passed', failed: 'failed', unclear: 'ended, its result is unclear' } as const;

function checkSaid({ command, verdict, counts }: CheckRun): string {
  const counted = counts === null ? '' : ` (${countsText(counts)})`;
  return `\`${firstWords(command, MAX_COMMAND)}\` ${VERDICTS[verdict]}${counted}`;
}

/** How far the work came: the last checks, what was changed since, and the last commit. */
export function progressSaid(checked: Checked): string[] {
  const checks = lastChecks(checked);
  const files = unchecked(checked);
  const since = checks.length > 0 ? 'Changed since then, not checked' : 'Changed, not checked';
  const named = files?.slice(0, MAX_FILES).join(', ') || 'files';
  const more = files !== null && files.length > MAX_FILES ? ` and ${files.length - MAX_FILES} more` : '';
  return [
    ...(checks.length === 0 ? [] : [`Last checks: ${checks.map(checkSaid).join('; ')}.`]),
    ...(files === null ? [] : [`${since}: ${named}${more}.`]),
    ...(checked.committed === null ? [] : [`Last commit: ${checked.committed}.`]),
  ];
}

/** Errors that stood after the last checks; null where nothing was checked. */
export function errorsSaid(checked: Checked): string[] | null {
  const checks = lastChecks(checked);
  if (checks.length === 0) return null;
  const before = unchecked(checked) === null ? '' : ', before the latest changes';
  return checks
    .filter(({ verdict, told }) => verdict === 'failed' && told.length > 0)
    .map(({ told }) => `Failed at the last check${before}: ${told.join(' | ')}.`);
}
