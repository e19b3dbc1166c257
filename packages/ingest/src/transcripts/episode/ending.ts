import type { Ending } from '../../session-logs/outcome.ts';
import { hidesExitCode, isLooking, mayMend } from '../command.ts';
import type { Call, Result } from '../steps.ts';
import type { Counts } from './runner-counts.ts';
import { commandsIn } from './shell.ts';

const UNKNOWN: Ending = { outcome: 'unknown', outcomeSource: 'defaulted', outcomeNative: null };

/** Commands of git that leave the files as they are, and what puts them on record; and trackers of issues, whose words sound alike. */
const KEEPS = /^(?:git(?: -[cC] \S+)* (?:add|commit|push|tag|fetch|status|log|diff|show)|(?:bd|gh issue|glab issue))\b/;
const INSTALLS = /^(?:npm|pnpm|yarn|pip|brew|mise|apt(?:-get)?|cargo|go|gem) (?:i|install|add|get|use)\b/;
/** Only says what it would change. */
const TRIES = / --(?:check|check-formatted|dry-run|diff)\b/;
/** A file is written; not an error stream, and not nothing. */
const WRITES = /(?:^|[^>&\d])>{1,2} ?(?!&|\/dev\/null)\S|^tee\b/;
/** Helpers of the agent may change anything. */
const HELPERS = /^(?:Task|Agent)$/;

/** Whether a call may have changed what the tests before it were about. */
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

/** Watches what a session says by itself of how it ended. */
export interface EndingWatch {
  /** A call and what came of it; `run` where it ran tests. In the order of the transcript. */
  take(call: Call, result: Result, run: { counts: Counts | null } | null, hasCommitted: boolean): void;
  ending(): Ending;
}

/** Checks of the code that say by their exit code alone whether they passed. */
const CHECKS =
  /(?:^|[\s:/_.-])(?:lint|typecheck|type-check|tsc|eslint|ruff|mypy|golangci-lint|clippy|credo|dialyzer|rubocop|shellcheck|biome)(?:[:_.\s-]|$)/;

function checkOf({ command }: Call, { failed }: Result): Verdict | null {
  if (command === null || hidesExitCode(command) || isLooking(command)) return null;
  if (!commandsIn(command).some((one) => CHECKS.test(one) && !KEEPS.test(one) && !INSTALLS.test(one))) return null;
  return failed ? 'failed' : 'passed';
}

/**
 * The outcome of a session as it can be measured in its transcript, never from anybody's words (R2): what its last checks said,
 * if nothing was changed after them. Success needs a run of tests that counted at least one pass and no failure, or a check
 * that passed, after something was changed or committed; and none that failed. Failure needs a check that failed after the
 * session changed something; what is committed over it is partial, for it was let stand. All else is unknown: tests that nobody
 * counted, changes after the last run, checks of what nobody touched. Which checks were run is the agent's choice; success says
 * of them that they passed.
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
