import type { Ending } from '../../extraction/outcome.ts';
import { isLooking, mayMend } from '../command.ts';
import type { Call, Result } from '../steps.ts';
import type { Counts } from './runner-counts.ts';
import { commandsIn } from './shell.ts';

const UNKNOWN: Ending = { outcome: 'unknown', outcomeSource: 'defaulted', outcomeNative: null };

/** Commands of git that leave the files as they are, and what puts them on record; and trackers of issues, whose words sound alike. */
const KEEPS = /^(?:git(?: -[cC] \S+)* (?:add|commit|push|tag|fetch|status|log|diff|show)|(?:bd|gh issue|glab issue))\b/;
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

/**
 * The outcome of a session as it can be measured in its transcript, never from anybody's words (R2). Success needs both gates:
 * the last run of tests counted at least one pass and no failure, and all that was changed before it is committed. Failure needs
 * a counted failure and an open gate: the session changed something, its last run failed, and nothing is committed since the
 * change. Either only if nothing was changed after that run. All else is unknown: tests that nobody counted, changes after the
 * last run, a pass that is not committed. Which tests were run is the agent's choice; success says of them that they passed.
 */
export function endingWatch(): EndingWatch {
  let last: Verdict | null = null;
  let [hasChanged, isCommitted] = [false, false];
  return {
    take(call, result, run, hasCommitted) {
      if (mayChange(call, result)) [last, hasChanged, isCommitted] = [null, true, false];
      if (run !== null) last = verdictOf(run.counts, result);
      if (hasCommitted) isCommitted = true;
    },
    ending() {
      if (last === 'passed' && isCommitted) return { ...UNKNOWN, outcome: 'success', outcomeSource: 'measured' };
      if (last === 'failed' && hasChanged && !isCommitted) {
        return { ...UNKNOWN, outcome: 'failure', outcomeSource: 'measured' };
      }
      return UNKNOWN;
    },
  };
}
