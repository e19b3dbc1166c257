import type { Clean } from '@twicewise/redaction';
import { sameCommand } from '../command.ts';
import { commandsIn } from '../episode/shell.ts';
import { stashWatch } from '../episode/test-runs.ts';
import { cleanEdit, describeEdit, firstWords, meaning } from '../excerpt.ts';
import { forgetOldest } from '../forget-oldest.ts';
import { shellWrites } from '../shell-edit.ts';
import type { Call, Edit, Result, Step } from '../steps.ts';
import type { AttemptOutcome, ChangedFile, CheckKind, CheckRun, RepeatedCall, TranscriptAttempt } from './attempt.ts';
import { changesFiles, countEdit, isOfProject, traceOf } from './changes.ts';
import { checkOf, commitHooks, type KindOf, kindsWith } from './checks.ts';
import { isFollowUp } from './follow-up.ts';
import { RepeatWatch } from './repeats.ts';

/** Version of the rules in this folder. Increase it with every change of their results. */
export const ATTEMPT_RULES = 3;

/** Maximum numbers of attempts of a session, of checks of an attempt, and of calls that wait for a result. */
const MAX_ATTEMPTS = 1000;
const MAX_CHECKS = 50;
const MAX_CALLS = 200;
const MAX_EDITS = 100;
/** Maximum lengths of texts, in UTF-16 units. */
const MAX_REQUEST = 300;
const MAX_STRATEGY = 200;
const MAX_COMMAND = 200;

/** An attempt that may still get edits or checks. */
interface Open extends Omit<TranscriptAttempt, 'files' | 'checks' | 'repeats' | 'outcome'> {
  files: Map<string, ChangedFile>;
  /** By their call. */
  repeats: Map<string, RepeatedCall>;
  checks: CheckRun[];
  /** The last run of each check, by the form in which commands are compared. */
  last: Map<string, CheckRun>;
}

/**
 * The outcome as measured. Failure if the last run of any check failed. Success if something passed, and of each kind of check the
 * last run did; tests that passed were built before. Else unknown.
 */
function outcomeOf({ checks, last }: Open): AttemptOutcome {
  if ([...last.values()].some(({ verdict }) => verdict === 'failed')) return 'failure';
  const ofKind = new Map<CheckKind, CheckRun>(checks.map((check) => [check.kind, check]));
  if (ofKind.get('tests')?.verdict === 'passed') ofKind.delete('build');
  const verdicts = [...ofKind.values()].map(({ verdict }) => verdict);
  return verdicts.length > 0 && verdicts.every((verdict) => verdict === 'passed') ? 'success' : 'unknown';
}

function closed({ last: _, files, repeats, ...rest }: Open, outcome: AttemptOutcome): TranscriptAttempt {
  return { ...rest, files: [...files.values()], repeats: [...repeats.values()], outcome };
}

/** Finds the attempts of one transcript in its steps, which must come in order and with paths relative to the project. */
export class AttemptCollector {
  readonly #clean: Clean;
  readonly #calls = new Map<string, Call>();
  readonly #ranStashed = stashWatch();
  readonly #kindOf: KindOf;
  readonly #commitHooks: typeof checkOf;
  readonly #repeats: RepeatWatch;
  readonly #attempts: TranscriptAttempt[] = [];
  readonly #baseline = new Map<string, CheckRun>();
  /** How many attempts began at the same time. */
  readonly #began = new Map<string, number>();
  #open: Open | null = null;
  #request = '';
  #said = '';
  #count = 0;
  #tokens = 0;

  /** `clean` removes secrets from a text; `named` are the commands that the project names as its checks. */
  constructor(clean: Clean, named: readonly string[] = []) {
    this.#clean = clean;
    this.#kindOf = kindsWith(named);
    this.#commitHooks = commitHooks(clean);
    this.#repeats = new RepeatWatch(clean);
  }

  /** Takes the next step. Steps of subagents are skipped, because attempts are those of the conversation with the person. */
  take(step: Step): void {
    if (step.chain !== '') return;
    if (step.kind === 'prompt') this.#requested(firstWords(this.#clean(step.text), MAX_REQUEST));
    // A new request begins with nothing said about it.
    if (step.kind === 'prompt') this.#said = '';
    // A person may have changed anything meanwhile.
    if (step.kind === 'prompt') this.#repeats.changed();
    if (step.kind === 'said') this.#said = meaning(this.#clean(step.text), MAX_STRATEGY) || this.#said;
    if (step.kind === 'call') {
      this.#calls.set(step.id, step);
      forgetOldest(this.#calls, MAX_CALLS);
    }
    if (step.kind !== 'result') return;
    const call = this.#calls.get(step.id);
    this.#calls.delete(step.id);
    if (!call || step.rejection !== null) return;
    if (!step.isHarness) this.#done(call, step);
    this.#watch(call, step);
  }

  /** Adds tokens that were used since the last step. */
  use(tokens: number): void {
    this.#tokens += tokens;
  }

  /** Call at the end of the transcript. Edits that nothing checked are an attempt of unknown outcome. */
  end(): TranscriptAttempt[] {
    this.#close();
    return this.#attempts;
  }

  /** Checks before the first edit, the last run of each command: they say how the project was found. */
  get baseline(): CheckRun[] {
    return [...this.#baseline.values()];
  }

  #keepBaseline(name: string, check: CheckRun): void {
    this.#baseline.delete(name);
    this.#baseline.set(name, check);
    forgetOldest(this.#baseline, MAX_CHECKS);
  }

  #requested(request: string): void {
    if (this.#request === '' || !isFollowUp(request)) this.#request = request;
  }

  /** Keeps a call that is repeated in vain with the attempt during which that happens, until it succeeds. */
  #watch(call: Call, result: Result): void {
    const { key, found } = this.#repeats.ended(call, result);
    if (found) this.#open?.repeats.set(key, found);
    else if (!result.failed) this.#open?.repeats.delete(key);
  }

  #done(call: Call, result: Result): void {
    if (call.edit && !result.failed) this.#edited(call.edit, call);
    if (call.command === null) return;
    const { edits, beforeFirstRun, beforeLastRun } = shellWrites(call.command);
    // After a failure it is unknown how far the line ran, so only edits before its first run are certain.
    for (const edit of edits.slice(0, result.failed ? beforeFirstRun : beforeLastRun)) this.#edited(edit, call);
    if (!result.failed && changesFiles(call.command)) this.#changed(call, this.#clean(call.command));
    this.#check(call.command, call, result);
    if (!result.failed) for (const edit of edits.slice(beforeLastRun)) this.#edited(edit, call);
  }

  #edited(edit: Edit, call: Call): void {
    if (!isOfProject(edit)) return;
    const cleaned = cleanEdit(edit, this.#clean);
    const attempt = this.#changed(call, describeEdit(cleaned));
    if (!attempt) return;
    const path = this.#clean(edit.path);
    countEdit(attempt.files, { ...edit, path });
    attempt.edits.push(traceOf({ ...cleaned, path }));
    if (attempt.edits.length > MAX_EDITS) attempt.edits.shift();
  }

  /** Something was changed, `what` says it without secrets: the next attempt begins if the last one was checked. */
  #changed(call: Call, what: string): Open | null {
    this.#repeats.changed();
    if (this.#open && this.#open.checks.length > 0) this.#close();
    if (!this.#open && this.#attempts.length >= MAX_ATTEMPTS) return null;
    this.#open ??= {
      ordinal: ++this.#count,
      key: this.#keyOf(call),
      request: this.#request,
      strategy: this.#said || firstWords(what, MAX_STRATEGY),
      files: new Map(),
      edits: [],
      checks: [],
      repeats: new Map(),
      last: new Map(),
      firstLine: call.line,
      lastLine: call.line,
      startedAt: call.at,
      endedAt: call.at,
      tokens: null,
    };
    this.#reach(this.#open, call);
    return this.#open;
  }

  #keyOf({ at, line }: Call): string {
    const began = at ?? `line ${line}`;
    const count = (this.#began.get(began) ?? 0) + 1;
    this.#began.set(began, count);
    return count === 1 ? began : `${began} ${count}`;
  }

  #check(command: string, call: Call, result: Result): void {
    const isBaseline = this.#ranStashed(commandsIn(command));
    const found = checkOf(call, result, this.#clean, this.#kindOf) ?? this.#commitHooks(call, result, this.#clean);
    if (found === null || isBaseline) return;
    const check = { ...found, command: firstWords(this.#clean(command), MAX_COMMAND) };
    const name = check.kind === 'commit_hook' ? check.kind : sameCommand(command);
    if (!this.#open) {
      if (this.#attempts.length === 0) this.#keepBaseline(name, check);
      return;
    }
    // The last run counts, so of too many the first are left out.
    if (this.#open.checks.length >= MAX_CHECKS) this.#open.checks.shift();
    this.#open.checks.push(check);
    this.#open.last.set(name, check);
    this.#reach(this.#open, check);
    // Words before a check are not about what is tried after it.
    this.#said = '';
  }

  /** The attempt lasts until here. Tokens used after it belong to the next one. */
  #reach(open: Open, { line, at }: Pick<Call, 'line' | 'at'>): void {
    open.lastLine = line;
    open.endedAt = at;
    if (this.#tokens > 0) open.tokens = (open.tokens ?? 0) + this.#tokens;
    this.#tokens = 0;
  }

  #close(): void {
    if (this.#open) this.#attempts.push(closed(this.#open, outcomeOf(this.#open)));
    this.#open = null;
  }
}
