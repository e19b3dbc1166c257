import type { Counts } from '@twicewise/checks';
import type { Ending } from '../../session-logs/outcome.ts';
import { hidesExitCode, isLooking, mayMend } from '../command.ts';
import type { Call, Result } from '../steps.ts';
import { commandsIn } from './shell.ts';

const UNKNOWN: Ending = { outcome: 'unknown', outcomeSource: 'defaulted', outcomeNative: null };

/**
 * Commands that leave the files as they are, although {@link mayMend} may find a word such as `add` or `fix` in them: some of
 * git, and those of issue trackers.
 */
const KEEPS = /^(?:git(?: -[cC] \S+)* (?:add|commit|push|tag|fetch|status|log|diff|show)|(?:bd|gh issue|glab issue))\b/;
const INSTALLS = /^(?:npm|pnpm|yarn|pip|brew|mise|apt(?:-get)?|cargo|go|gem) (?:i|install|add|get|use)\b/;
/** Options with which a program only reports what it would change. */
const TRIES = / --(?:check|check-formatted|dry-run|diff)\b/;
/** Writes to a file, but not the error stream and not to `/dev/null`. */
const WRITES = /(?:^|[^>&\d])>{1,2} ?(?!&|\/dev\/null)\S|^tee\b/;
/** Subagents, which may change anything. */
const HELPERS = /^(?:Task|Agent)$/;

/** True when a call may have changed what the earlier tests were about. */
function mayChange({ tool, command, edit }: Call, { failed }: Result): boolean {
  if (edit !== null) return !failed;
  if (command === null) return HELPERS.test(tool);
  return commandsIn(command).some(
    (one) => WRITES.test(one) || (mayMend(one) && !KEEPS.test(one) && !TRIES.test(one) && !isLooking(one)),
  );
}

type Verdict = 'passed' | 'failed' | 'unclear';

function verdictOf(counts: Counts | null, { failed: isFlagged }: Result): Verdict {
  if (counts === null) return 'unclear';
  if ((counts.failed ?? 0) > 0) return 'failed';
  return counts.failed === 0 && (counts.passed ?? 0) > 0 && !isFlagged ? 'passed' : 'unclear';
}

/** Watches a session to determine its outcome. */
export interface EndingWatch {
  /** Takes a call and its result, in the order of the transcript; `run` is set where it ran tests. */
  take(call: Call, result: Result, run: { counts: Counts | null } | null, hasCommitted: boolean): void;
  ending(): Ending;
}

/** Checks of the code that report by their exit code alone. */
const CHECKS =
  /(?:^|[\s:/_.-])(?:lint|typecheck|type-check|tsc|eslint|ruff|mypy|golangci-lint|clippy|credo|dialyzer|rubocop|shellcheck|biome)(?:[:_.\s-]|$)/;

function checkOf({ command }: Call, { failed }: Result): Verdict | null {
  if (command === null || hidesExitCode(command) || isLooking(command)) return null;
  if (!commandsIn(command).some((one) => CHECKS.test(one) && !KEEPS.test(one) && !INSTALLS.test(one))) return null;
  return failed ? 'failed' : 'passed';
}

/**
 * The outcome of a session as measured in its transcript, never from anybody's words (R2). It is the result of the last checks,
 * if nothing was changed after them. Success needs something changed or committed, and after that a test run that counted at
 * least one pass and no failure, or a check that passed; and no check that failed. Failure needs a check that failed after the
 * session changed something. If that change was committed anyway, the outcome is partial, because the failure was accepted.
 * Everything else is unknown: tests without counts, changes after the last run, checks of code that was not touched. The agent
 * chooses which checks run; success only says that these passed.
 */
export function endingWatch(): EndingWatch {
  let last: { tests: Verdict | null; check: Verdict | null } = { tests: null, check: null };
  let [hasChanged, isCommitted] = [false, false];
  return {
    take(call, result, run, hasCommitted) {
      if (mayChange(call, result)) {
        last = { tests: null, check: null };
        [hasChanged, isCommitted] = [true, false];
      }
      if (run !== null) last.tests = verdictOf(run.counts, result);
      const check = run?.counts ? null : checkOf(call, result);
      if (check !== null) last.check = check;
      if (hasCommitted) isCommitted = true;
    },
    ending() {
      const verdicts = [last.tests, last.check];
      const measured = (outcome: Ending['outcome']): Ending => ({ ...UNKNOWN, outcome, outcomeSource: 'measured' });
      if (verdicts.includes('failed') && hasChanged) return measured(isCommitted ? 'partial' : 'failure');
      const isClear = verdicts.includes('passed') && !verdicts.includes('failed') && last.tests !== 'unclear';
      return isClear && (hasChanged || isCommitted) ? measured('success') : UNKNOWN;
    },
  };
}
