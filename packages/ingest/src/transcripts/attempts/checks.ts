import { hidesExitCode, isLooking } from '../command.ts';
import { toldIn } from '../episode/errors.ts';
import { commandsIn, plainCommand } from '../episode/shell.ts';
import { countsOf, runsTests } from '../episode/test-runs.ts';
import { builds, hidesFailure } from '../hidden-failure.ts';
import type { Call, Result } from '../steps.ts';
import type { CheckKind, CheckRun, CheckVerdict } from './attempt.ts';

/** Checks of the code that are no tests: linters and type checkers. */
const LINTS =
  /(?:^|[\s:/_.-])(?:lint|typecheck|type-check|tsc|eslint|ruff|mypy|pyright|golangci-lint|vet|clippy|credo|dialyzer|rubocop|shellcheck|biome)(?:[:_.\s-]|$)|^(?:ba|z)?sh -n\b/;
/** Commands that record, fetch or install, and may have such a word in their arguments. */
const OTHERS =
  /^(?:git|gh|glab|bd|cd|mkdir|rm|cp|mv|chmod|export|echo|printf|cat|sed|which)\b|^(?:npm|pnpm|yarn|pip|brew|mise|apt(?:-get)?|cargo|go|gem|mix) (?:i|install|add|get|use|deps\.get)\b/;
/** Files in temporary folders. A program built there, or a scratch file, is no test of the project, whatever its name. */
const TEMPORARY = /(?:\/private)?\/(?:tmp|var\/folders)\/[^\s;|&)]*/g;

/** How linters and type checkers say that they found nothing, and that they found something. */
const CLEAN =
  /^(?:(?:0 issues|found 0 errors|no issues found|all checks passed|success: no issues found)\b|done \(passed successfully\))|\bfound no issues\b|\bTotal errors: 0\b/im;
const FINDINGS = /\bfound [1-9]\d{0,6} [a-z]|\bTotal errors: [1-9]|\b[1-9]\d{0,6} (?:errors?|problems?|issues?)\b/i;

const COMMITS = /^git(?: -[cC] \S+| --no-pager)* commit(?: |$)/;
/** A commit that git itself refused: no hook had a say. */
const NO_COMMIT =
  /nothing to commit|no changes added|nothing added to commit|did not match any file|not a git repository/i;

/** What a command line checks; null when it checks nothing. */
export function checkKind(command: string): CheckKind | null {
  const own = command.replace(TEMPORARY, ' ');
  if (isLooking(own)) return null;
  if (runsTests(own)) return 'tests';
  const commands = commandsIn(own).filter((one) => !OTHERS.test(one));
  if (commands.some((one) => LINTS.test(one))) return 'lint';
  return commands.some(builds) ? 'build' : null;
}

/** What a command line checks. */
export type KindOf = typeof checkKind;

/** The same where a project names more commands: each is the beginning of a plain command, word by word. */
export function kindsWith(named: readonly string[]): KindOf {
  const wanted = named.flatMap((command) => commandsIn(command).map(flat));
  if (wanted.length === 0) return checkKind;
  const isNamed = (one: string) => wanted.some((command) => one === command || one.startsWith(`${command} `));
  return (line) => checkKind(line) ?? (commandsIn(line).map(flat).some(isNamed) ? 'project' : null);
}

const flat = (command: string) => command.replace(/\s+/g, ' ');

/** How Claude Code says that a command goes on in the background. */
const IN_BACKGROUND = /^Command running in background with ID\b/;
/** Where a line goes on whatever the exit code was. */
const GOES_ON = /;|\n|\|\||(?<![&>\d])&(?![&>])/;

/**
 * True where the exit code is that of the checks: they stand in the last statement of the line, joined by `&&` at most, and are
 * waited for.
 */
function hasOwnExitCode(command: string, kindOf: KindOf): boolean {
  const statements = plainCommand(command).trim().replace(/;$/, '').split(GOES_ON);
  const last = statements.at(-1) ?? '';
  return statements.length === 1 || kindOf(last) !== null;
}

/**
 * How a check ended. What the output says weighs more than the exit code, which a pipe or a later command hides. A pass needs
 * evidence: an exit code that is the command's own, counts without a failure, a linter that says it found nothing, or the silence
 * of a compiler or linter whose errors would be shown.
 */
function verdictOf(
  kind: CheckKind,
  command: string,
  { failed, text }: Result,
  counts: CheckRun['counts'],
  kindOf: KindOf,
): CheckVerdict {
  const isHidden = hidesExitCode(command) || !hasOwnExitCode(command, kindOf);
  if (IN_BACKGROUND.test(text)) return 'unclear';
  if ((counts?.failed ?? 0) > 0 || hidesFailure(command, text, !isHidden)) return 'failed';
  if (failed) return isLastToRun(command, kindOf) ? 'failed' : 'unclear';
  if (!isHidden || (counts?.failed === 0 && (counts.passed ?? 0) > 0)) return 'passed';
  if (kind === 'tests' || kind === 'project') return 'unclear';
  if (CLEAN.test(text) || (text.trim() === '' && command.includes('2>&1'))) return 'passed';
  return kind === 'lint' && FINDINGS.test(text) ? 'failed' : 'unclear';
}

/** False where the line goes on after its checks, so that the exit code may be that of something else, such as the program. */
function isLastToRun(command: string, kindOf: KindOf): boolean {
  const last = commandsIn(command).at(-1);
  return last === undefined || kindOf(last) !== null;
}

/** The run of a check that a call was; null when it checked nothing. `clean` removes secrets from its output. */
export function checkOf(
  call: Call,
  result: Result,
  clean: (text: string) => string,
  kindOf: KindOf = checkKind,
): Omit<CheckRun, 'command'> | null {
  const { command } = call;
  const kind = command === null ? null : kindOf(command);
  if (command === null || kind === null) return null;
  const counts = kind === 'tests' ? countsOf(call, result) : null;
  const verdict = verdictOf(kind, command, result, counts, kindOf);
  return { kind, verdict, counts, told: toldOf(verdict, clean(result.text)), line: result.line, at: result.at };
}

/**
 * Recognises commits that hooks of the repository examined: one that they refused, and the one that they let through after that.
 * Of other commits nothing shows that a hook examined them.
 */
export function commitHooks(clean: (text: string) => string): typeof checkOf {
  let isRefused = false;
  return (call, result) => {
    if (call.command === null || !commandsIn(call.command).some((one) => COMMITS.test(one))) return null;
    if (NO_COMMIT.test(result.text)) return null;
    const told = result.failed ? toldOf('failed', clean(result.text)) : [];
    const wasRefused = isRefused;
    isRefused = told.length > 0;
    if (!wasRefused && !isRefused) return null;
    const verdict = result.failed ? 'failed' : 'passed';
    return { kind: 'commit_hook', verdict, counts: null, told, line: result.line, at: result.at };
  };
}

function toldOf(verdict: CheckVerdict, text: string): string[] {
  return verdict === 'failed' ? toldIn(text) : [];
}
