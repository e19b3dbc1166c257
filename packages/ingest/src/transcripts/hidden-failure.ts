import { countsIn } from '@twicewise/checks';
import { isLooking, saysFailure } from './command.ts';
import { commandsIn } from './episode/shell.ts';
import { runsTests } from './episode/test-runs.ts';

// A call that succeeded although its command failed: the exit code is that of the last part of a pipe (`npm test | tail`) or of a
// later command (`npm test; true`), or the agent's program does not report it. Only the output shows the failure.

/** Words of a command that builds or checks something, at the beginning of one or after what runs it. */
const BUILDS =
  /(?:^|[\s/:])(?:build|compile|typecheck|lint|tsc|eslint|biome|ruff|mypy|pyright|clippy|rustc|gcc|clang|javac|make|cmake|ninja|bazel|gradlew?|mvnw?|webpack|cargo|xcodebuild|msbuild)(?:[\s:]|$)|^(?:go (?:build|vet|install)|dotnet (?:build|publish)|swift build)\b/;
/** How compilers, linters and build tools say that something is wrong. */
const BUILD_FAILED =
  /\berror TS\d{3,6}: |:\d{1,7}(?::\d{1,7})?: (?:fatal )?error: |^make(?:\[\d{1,3}\])?: \*\*\* |^npm (?:ERR!|error) |^error(?:\[\w{1,9}\])?: |\b[1-9]\d{0,8} errors?\b(?! fixed)|\bBUILD FAIL(?:ED|URE)\b/im;
/** Number of lines at the end of an output in which an aborted program says why. */
const LAST_LINES = 12;
/** Maximum length of the end of an output that is examined, in UTF-16 units. */
const MAX_END = 4000;
/** A shell that could not run a command, and programs that give up with a word for it. */
const BROKE_OFF =
  /^(?:Traceback \(most recent call last\)|panic: |fatal: |npm (?:ERR!|error) |error: |make(?:\[\d{1,3}\])?: \*\*\* )|: (?:command not found|No such file or directory|Permission denied)$|^\S{0,80}(?:Error|Exception)(?: \[\w{1,60}\])?: |^\*\* \([A-Z][\w.]{0,60}\) /;

/** True for a command that builds or checks something. */
export function builds(command: string): boolean {
  return commandsIn(command).some((one) => BUILDS.test(one));
}

/**
 * True where the output itself says that tests or a build failed. Test names, prose and summaries without a failure do not count.
 */
function tellsFailure(command: string, output: string): boolean {
  const counts = countsIn(output, { isWhole: false, hasEnd: true });
  if (counts?.failed) return true;
  // A summary in which all tests passed outweighs words elsewhere in the output.
  const allPassed = counts !== null && (counts.passed ?? 0) > 0;
  if (!allPassed && runsTests(command) && saysFailure(output)) return true;
  return builds(command) && (BUILD_FAILED.test(output) || (!allPassed && saysFailure(output)));
}

/** True where a program aborted: the last lines hold a named error. */
function breaksOff(output: string): boolean {
  const end = output.slice(-MAX_END).trimEnd().split('\n').slice(-LAST_LINES);
  return end.some((line) => BROKE_OFF.test(line.trim()));
}

/**
 * True when a command failed although its exit code does not say so: because it is 0, or, with `isCodeKnown` false, because it
 * was not reported. Commands that only look at something are excluded, because they show failures of others.
 */
export function hidesFailure(command: string, output: string, isCodeKnown: boolean): boolean {
  if (command === '' || isLooking(command)) return false;
  return tellsFailure(command, output) || (!isCodeKnown && breaksOff(output));
}
