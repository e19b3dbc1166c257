import { type Counts, countsIn, type Seen } from '@twicewise/checks';
import { hidesExitCode, isLooking } from '../command.ts';
import type { Call, Result } from '../steps.ts';
import { commandsIn } from './shell.ts';

/** Words of a command that runs tests: test runners, and usual names of scripts. */
const RUNS =
  /(?:^|[\s:/_.-])(?:tests?|specs?|pytest|unittest|jest|vitest|mocha|rspec|minitest|ctest|tox|nox|nextest|phpunit|playwright|check|ci|verify|qa)(?:[:_.\s-]|$)/;
/** Options are removed, because programs of all kinds have `--check`. Only Node runs tests by an option. */
const OPTION = / --?[a-z][\w-]*(?:=\S*)?/gi;
const NODE_TESTS = /^node\b.* --test\b/;
/** Commands that have such a word only in their arguments. */
const OTHERS =
  /^(?:git|gh|glab|cd|mkdir|rm|cp|mv|touch|chmod|export|echo|printf|cat|sed|npm (?:i|install|ci|add)|docker)\b/;
/** Commands that restore the state before the session's changes, or undo that. */
const STASHES = /^git stash(?: (?:push|save|-.*)|$)/;
const UNSTASHES = /^git stash (?:pop|apply|drop)\b/;
/** What is left where the agent's program cut an output. */
const TRUNCATED = /\[\d{1,9} (?:characters|chars|lines) truncated\]/;
/** Outputs of this length were cut by us. In UTF-16 units. */
const CUT = 65_536;

/** True for a command that runs tests. */
export function runsTests(command: string): boolean {
  const isRun = (one: string) => NODE_TESTS.test(one) || (RUNS.test(one.replace(OPTION, '')) && !OTHERS.test(one));
  return !isLooking(command) && commandsIn(command).some(isRun);
}

function isWhole({ command }: Call, { text }: Result): boolean {
  return command !== null && !hidesExitCode(command) && text.length < CUT && !TRUNCATED.test(text);
}

/** A last part of a pipe that shows the end of its input. */
const SHOWS_END = /\|\s*tail(?!\s+-n\s*\+)(?:\s+-[\w-]+(?:\s\d+)?)*\s*$/;

/** Which part of a call's output is there. A filter, or a cut at the end, hides how the run ended. */
function seenOf(call: Call, result: Result): Seen {
  const { command } = call;
  const isCut = result.text.length >= CUT || TRUNCATED.test(result.text);
  // Quoted text is removed, because a pattern may contain `|`.
  const bare = command?.replace(/"[^"\n]{0,2000}"|'[^'\n]{0,2000}'/g, '') ?? '';
  const pipes = bare.match(/(?<!\|)\|(?!\|)/g)?.length ?? 0;
  return {
    isWhole: isWhole(call, result),
    hasEnd: pipes === 1 && SHOWS_END.test(bare) && !isCut,
  };
}

/** The result of a test run; `counts` is null when its output has none. */
export interface TestRun {
  counts: Counts | null;
}

/** Recognises the test runs of a session. */
export interface TestRuns {
  /** The test run that a call was; null when it did not test what the session made. */
  of(call: Call, result: Result): TestRun | null;
}

/** Tells of each command line of a session, in order, whether it ran while changes were stashed. */
export function stashWatch(): (commands: readonly string[]) => boolean {
  let isStashed = false;
  return (commands) => {
    const isBaseline = isStashed || commands.some((one) => STASHES.test(one));
    for (const one of commands) isStashed = UNSTASHES.test(one) ? false : isStashed || STASHES.test(one);
    return isBaseline;
  };
}

/** The counts that a run of tests printed; null when there are none. */
export function countsOf(call: Call, result: Result): Counts | null {
  return countsIn(result.text, seenOf(call, result));
}

/** Tests run while changes are stashed show the earlier state: a baseline, which says nothing about the session (R3). */
export function testRuns(): TestRuns {
  const ranStashed = stashWatch();
  return {
    of(call, result) {
      const isBaseline = ranStashed(call.command === null ? [] : commandsIn(call.command));
      if (call.command === null || isBaseline || !runsTests(call.command)) return null;
      return { counts: countsOf(call, result) };
    },
  };
}
