import { hidesExitCode, isLooking } from '../command.ts';
import type { Call, Result } from '../steps.ts';
import { type Counts, countsIn, type Seen } from './runner-counts.ts';
import { commandsIn } from './shell.ts';

/** Words of a command that runs tests: programs for it, and names that people give to it. */
const RUNS =
  /(?:^|[\s:/_.-])(?:tests?|specs?|pytest|unittest|jest|vitest|mocha|rspec|minitest|ctest|tox|nox|nextest|phpunit|playwright|check|ci|verify|qa)(?:[:_.\s-]|$)/;
/** Options say how, not what: `--check` is for programs of all kinds. Node alone has tests as an option. */
const OPTION = / --?[a-z][\w-]*(?:=\S*)?/gi;
const NODE_TESTS = /^node\b.* --test\b/;
/** Commands that only have such a word in what they work on. */
const OTHERS =
  /^(?:git|gh|glab|cd|mkdir|rm|cp|mv|touch|chmod|export|echo|printf|cat|sed|npm (?:i|install|ci|add)|docker)\b/;
/** Puts the state of before in the place of what the session made, or takes it back. */
const STASHES = /^git stash(?: (?:push|save|-.*)|$)/;
const UNSTASHES = /^git stash (?:pop|apply|drop)\b/;
/** What is left of an output of which the program around the agent kept a part. */
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

/** The last of a pipe that shows the end of what came through it. */
const SHOWS_END = /\|\s*tail(?!\s+-n\s*\+)(?:\s+-[\w-]+(?:\s\d+)?)*\s*$/;

/** What is seen of the output of a call: a program that looks for lines in it, or cuts it off, hides how it ended. */
function seenOf(call: Call, result: Result): Seen {
  const { command } = call;
  const isCut = result.text.length >= CUT || TRUNCATED.test(result.text);
  // What is quoted is worked with: a pattern may have bars of its own.
  const bare = command?.replace(/"[^"\n]{0,2000}"|'[^'\n]{0,2000}'/g, '') ?? '';
  const pipes = bare.match(/(?<!\|)\|(?!\|)/g)?.length ?? 0;
  return {
    isWhole: isWhole(call, result),
    hasEnd: pipes === 1 && SHOWS_END.test(bare) && !isCut,
  };
}

/** What came of a run of tests; `counts` is null when its output counts nothing. */
export interface TestRun {
  counts: Counts | null;
}

/** Sees the runs of tests of a session. */
export interface TestRuns {
  /** The run that a call was; null for one that runs no tests of what the session made. */
  of(call: Call, result: Result): TestRun | null;
}

/** What is tested while changes are stashed is how it was before: a baseline, which says nothing of the session (R3). */
export function testRuns(): TestRuns {
  let isStashed = false;
  return {
    of(call, result) {
      const commands = call.command === null ? [] : commandsIn(call.command);
      const isBaseline = isStashed || commands.some((one) => STASHES.test(one));
      for (const one of commands) isStashed = UNSTASHES.test(one) ? false : isStashed || STASHES.test(one);
      if (call.command === null || isBaseline || !runsTests(call.command)) return null;
      return { counts: countsIn(result.text, seenOf(call, result)) };
    },
  };
}
