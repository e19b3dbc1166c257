import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Counts, countsIn, findingsIn, tellingLines } from '@twicewise/checks';
import { readable, shorten } from '@twicewise/contract';
import { MAX_TIMER_MS } from '../timers.ts';
import type { Check, CheckError, Evaluation, Evaluator } from './evaluation.ts';
import { LEFT_OUT, LimitedOutput } from './limited-output.ts';

/** How a command is run as a check. */
export interface CommandOptions {
  /** Working folder; default: that of the process. */
  readonly cwd?: string;
  /** After this many milliseconds the command and what it started are killed. Default 2 minutes. */
  readonly timeLimitMs?: number;
  /** Most bytes of output that are kept, half of its beginning and half of its end. Default 256 KB. */
  readonly outputBytes?: number;
  /** What it checks, as `attempt.record` takes it. Default: what its output shows, else `combined`. */
  readonly kind?: string;
  /** All variables of the command; default: those of the process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Why a command did not end by itself. `says`: whether that says something about what it checks. */
interface Trouble {
  words: string;
  says: boolean;
}

/** How a command ended. */
interface Ended {
  /** Null if it was ended by a signal, or never started. */
  exitCode: number | null;
  output: LimitedOutput;
  ms: number;
  /** Null if it ended by itself. */
  trouble: Trouble | null;
}

const DEFAULT_LIMIT_MS = 120_000;
const DEFAULT_OUTPUT_BYTES = 262_144;
/** A command that has written this many times what is kept floods, and is ended. */
const FLOOD = 1024;
/** Exit codes by which a shell says that it could not start the command. */
const NOT_STARTED = new Set([126, 127]);
/** Lines of the output that are recorded as errors. */
const MAX_ERRORS = 5;
const MAX_ERROR_LENGTH = 1000;
const isWindows = process.platform === 'win32';

/** Groups of processes that run now. They do not end with this process by themselves. */
const running = new Set<number>();
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function killAll(): void {
  for (const pid of running) kill(pid);
}

function onSignal(signal: NodeJS.Signals): void {
  killAll();
  // Without our listener the signal does what it would have done.
  watch(false);
  process.kill(process.pid, signal);
}

/** Listens, only while commands run, for the end of this process. */
function watch(on: boolean): void {
  const change = on ? 'on' : 'off';
  process[change]('exit', killAll);
  for (const signal of SIGNALS) process[change](signal, onSignal);
}

function kill(pid: number): void {
  try {
    process.kill(isWindows ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}

function enter(pid: number | undefined): void {
  if (pid === undefined) return;
  if (running.size === 0) watch(true);
  running.add(pid);
}

function leave(pid: number | undefined): void {
  if (pid !== undefined && running.delete(pid) && running.size === 0) watch(false);
}

/** How long a command's output is read after it has ended, in milliseconds: what it started may hold it open for ever. */
const LAST_WORDS_MS = 250;

/** Runs a command through the shell, within its limits. */
function runToEnd(command: string, options: CommandOptions, signal: AbortSignal): Promise<Ended> {
  const { cwd, timeLimitMs = DEFAULT_LIMIT_MS, outputBytes = DEFAULT_OUTPUT_BYTES, env } = options;
  const started = performance.now();
  const output = new LimitedOutput(outputBytes);
  return new Promise((resolve) => {
    let trouble: Trouble | null = null;
    const child = spawn(command, {
      cwd,
      shell: true,
      // A group of its own, so that what the command started ends with it.
      detached: !isWindows,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(env === undefined ? {} : { env }),
    });
    enter(child.pid);
    let lastWords: NodeJS.Timeout | undefined;
    const done = (exitCode: number | null) => {
      clearTimeout(timer);
      clearTimeout(lastWords);
      signal.removeEventListener('abort', onAbort);
      // What it left running would outlive the check.
      if (child.pid !== undefined) kill(child.pid);
      leave(child.pid);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ exitCode: trouble === null ? exitCode : null, output, ms: performance.now() - started, trouble });
    };
    const end = (why: Trouble) => {
      trouble ??= why;
      if (child.pid !== undefined) kill(child.pid);
    };
    const timer = setTimeout(
      () => end({ words: `It did not end within ${timeLimitMs} ms.`, says: true }),
      Math.min(timeLimitMs, MAX_TIMER_MS),
    );
    const onAbort = () => end({ words: 'The run was aborted.', says: false });
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const take = (chunk: Buffer) => {
      output.push(chunk);
      if (output.total > FLOOD * outputBytes) end({ words: 'It wrote without end.', says: true });
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', (error) => {
      trouble ??= { words: error.message, says: false };
      done(null);
    });
    child.on('exit', (exitCode) => {
      clearTimeout(timer);
      lastWords = setTimeout(() => done(exitCode), LAST_WORDS_MS);
    });
    child.on('close', done);
  });
}

/** Counts as an attempt records them. */
function recorded(counts: Counts | null, text: string, isWhole: boolean): Check['counts'] {
  // Findings are counted one by one, so a part of the output says too few.
  const found = isWhole ? findingsIn(text) : null;
  const tests = counts?.unit === 'tests' ? counts : null;
  if (tests === null && found === null) return null;
  const { passed = null, failed = null, skipped = null } = tests ?? {};
  const total = passed === null && failed === null ? null : (passed ?? 0) + (failed ?? 0) + (skipped ?? 0);
  return { passed, failed, skipped, total, ...found };
}

function kindOf(counts: Check['counts']): string {
  if (counts?.passed != null || counts?.failed != null) return 'tests';
  if (counts?.typeErrors != null) return 'type_check';
  return counts?.lintErrors != null ? 'lint' : 'combined';
}

function verdictOf({ exitCode, trouble }: Ended, counts: Counts | null): Check['verdict'] {
  if (trouble !== null || (exitCode !== null && NOT_STARTED.has(exitCode))) return 'error';
  // Some runners end with 0 although tests failed.
  return exitCode === 0 && (counts?.failed ?? 0) === 0 ? 'pass' : 'fail';
}

function errorsOf(verdict: Check['verdict'], { trouble }: Ended, text: string): CheckError[] {
  if (verdict === 'pass') return [];
  const told = tellingLines(text.replace(LEFT_OUT, ''), MAX_ERRORS).map((line) => ({
    message: shorten(line, MAX_ERROR_LENGTH),
  }));
  return trouble === null ? told : [{ message: trouble.words }, ...told];
}

/** What is known where the command was not even started. */
function notRun(line: string, message: string): Evaluation {
  return { passed: null, checks: [{ command: line, kind: 'combined', verdict: 'error' }], errors: [{ message }] };
}

/**
 * An evaluator that runs a command, such as `npm test`. It passes with exit code 0 unless its output counts failures. A command
 * that cannot be started measures nothing; one that does not end in time has failed. Counts are those of the runners and linters
 * that `@twicewise/checks` knows. Throws RangeError for limits that make no sense.
 */
export function command<Output>(line: string, options: CommandOptions = {}): Evaluator<Output> {
  if (line.trim() === '') throw new RangeError('A command must not be empty.');
  const { cwd, timeLimitMs = DEFAULT_LIMIT_MS, outputBytes = DEFAULT_OUTPUT_BYTES } = options;
  if (!(timeLimitMs > 0)) throw new RangeError('timeLimitMs must be a number of milliseconds above 0.');
  if (!(outputBytes >= 1)) throw new RangeError('outputBytes must be a number from 1 on.');
  return async (_output, { signal }): Promise<Evaluation> => {
    if (cwd !== undefined && !existsSync(cwd)) return notRun(line, `There is no folder ${cwd}.`);
    const ended = await runToEnd(line, options, signal);
    const text = readable(ended.output.text());
    const counts = countsIn(text, {
      isWhole: ended.output.isWhole && ended.trouble === null,
      hasEnd: ended.trouble === null,
    });
    const verdict = verdictOf(ended, counts);
    const said = recorded(counts, text, ended.output.isWhole);
    const check: Check = {
      command: line,
      kind: options.kind ?? kindOf(said),
      verdict,
      exitCode: ended.exitCode,
      counts: said,
      output: text,
      ms: ended.ms,
    };
    const passed = verdict === 'error' && ended.trouble?.says !== true ? null : verdict === 'pass';
    return { passed, checks: [check], errors: errorsOf(verdict, ended, text) };
  };
}
