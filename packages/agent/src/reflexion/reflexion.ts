import { type CheckError, type Evaluation, evaluated, scoreOf } from '../evaluators/evaluation.ts';
import { asError } from '../problems.ts';
import { MAX_TIMER_MS, untilAborted } from '../timers.ts';
import type { Compressed, RecordedCall } from './compress-calls.ts';
import { promptOf } from './context.ts';
import {
  type Acted,
  DEFAULT_ATTEMPTS,
  MAX_ATTEMPTS,
  type ReflexionOptions,
  type ReflexionResult,
  type ReflexionStatus,
  type Tried,
} from './options.ts';
import { type ReflectionAnswer, reflectionAnswer } from './reflection.ts';
import { RunMemory } from './run-memory.ts';

const NOT_EVALUATED: Evaluation = { passed: null, checks: [], errors: [] };
/** Number of attempts in a row found stuck after which a run ends: the first of them was told the way out. */
const STUCK_IN_A_ROW = 2;

/** One run; see {@link reflexion}. */
class Run<Output> {
  readonly #options: ReflexionOptions<Output>;
  readonly #memory: RunMemory;
  readonly #sessionId: string;
  readonly #signal: AbortSignal;
  readonly #timeUp: AbortSignal | null;
  readonly #tried: Tried<Output>[] = [];
  #wayOut: string | null = null;
  #timesStuck = 0;

  constructor(options: ReflexionOptions<Output>) {
    this.#options = options;
    this.#sessionId = options.sessionId ?? `reflexion-${crypto.randomUUID()}`;
    const { timeLimitMs } = options;
    this.#timeUp = timeLimitMs === undefined ? null : AbortSignal.timeout(Math.ceil(timeLimitMs));
    this.#signal = AbortSignal.any([options.signal, this.#timeUp].flatMap((signal) => signal ?? []));
    this.#memory = new RunMemory(options, this.#sessionId, this.#signal);
  }

  async toEnd(): Promise<ReflexionResult<Output>> {
    const { maxAttempts = DEFAULT_ATTEMPTS, stopWhenStuck = true } = this.#options;
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      if (this.#signal.aborted) return this.#result(this.#interrupted());
      const tried = await this.#attempt(attempt);
      this.#tried.push(tried);
      if (tried.evaluation.passed === true) return this.#result('passed');
      if (this.#signal.aborted) return this.#result(this.#interrupted());
      if (tried.error !== null) return this.#result('error', tried.error);
      if (attempt === maxAttempts) break;
      this.#wayOut = await this.#memory.stuck(tried.attemptId);
      this.#timesStuck = this.#wayOut === null ? 0 : this.#timesStuck + 1;
      if (stopWhenStuck && this.#timesStuck >= STUCK_IN_A_ROW) return this.#result('stuck');
    }
    return this.#result('attempts');
  }

  #interrupted(): ReflexionStatus {
    return this.#timeUp?.aborted ? 'time' : 'aborted';
  }

  async #attempt(attempt: number): Promise<Tried<Output>> {
    const startedAt = new Date().toISOString();
    const [previousReflections, brief] = await Promise.all([this.#memory.reflections(), this.#memory.brief()]);
    const { task } = this.#options;
    const previousErrors = this.#tried.at(-1)?.evaluation.errors ?? [];
    const known = { task, brief, previousReflections, previousErrors };
    const prompt = promptOf({ ...known, wayOut: this.#wayOut });
    const acted = await this.#act({ ...known, attempt, prompt, signal: this.#signal });
    const evaluation = acted instanceof Error ? NOT_EVALUATED : await this.#evaluate(acted.output, attempt);
    const error = acted instanceof Error ? acted : null;
    const done = acted instanceof Error ? null : acted;
    const reflection = await this.#reflect({ attempt, done, evaluation, error, previous: previousReflections });
    const calls = await this.#compress(done?.calls ?? []);
    const attemptId = await this.#store({ startedAt, done, evaluation, error, reflection, calls });
    return { attempt, output: done?.output, evaluation, score: scoreOf(evaluation), error, attemptId };
  }

  async #act(given: Parameters<ReflexionOptions<Output>['act']>[0]): Promise<Acted<Output> | Error> {
    try {
      const acted = await untilAborted(this.#options.act(given), this.#signal);
      return acted === undefined || acted === null ? new TypeError('act must answer { output }.') : acted;
    } catch (thrown) {
      return asError(thrown);
    }
  }

  async #evaluate(output: Output, attempt: number): Promise<Evaluation> {
    const evaluation = evaluated(this.#options.evaluate, output, { attempt, signal: this.#signal });
    return untilAborted(evaluation, this.#signal).catch(() => NOT_EVALUATED);
  }

  async #reflect(tried: {
    attempt: number;
    done: Acted<Output> | null;
    evaluation: Evaluation;
    error: Error | null;
    previous: Awaited<ReturnType<RunMemory['reflections']>>;
  }): Promise<ReflectionAnswer | null> {
    const { reflect, reflectAfter = 'failure', task } = this.#options;
    const { attempt, done, evaluation, error, previous } = tried;
    if (reflect === undefined || (reflectAfter === 'failure' && evaluation.passed === true)) return null;
    // What was cut off has not failed.
    if (this.#signal.aborted) return null;
    try {
      const actions = done?.actions ?? [];
      const asked = { task, attempt, actions, evaluation, error, previous, signal: this.#signal };
      const said = await untilAborted(Promise.resolve(reflect(asked)), this.#signal);
      return said === null ? null : reflectionAnswer.parse(said);
    } catch (thrown) {
      this.#memory.report(asError(thrown));
      return null;
    }
  }

  /** The calls with what they found, in the cycle in which they were made (S4-21); as they are where nothing can be said. */
  async #compress(calls: readonly RecordedCall[]): Promise<Compressed> {
    const { compress, task } = this.#options;
    const asTheyAre = { calls: [...calls], tokens: 0 };
    if (compress === undefined || calls.length === 0 || this.#signal.aborted) return asTheyAre;
    try {
      return await untilAborted(compress({ calls, goal: task, signal: this.#signal }), this.#signal);
    } catch (thrown) {
      if (!this.#signal.aborted) this.#memory.report(asError(thrown));
      return asTheyAre;
    }
  }

  #store(tried: {
    startedAt: string;
    done: Acted<Output> | null;
    evaluation: Evaluation;
    error: Error | null;
    reflection: ReflectionAnswer | null;
    calls: Compressed;
  }): Promise<string | null> {
    const { startedAt, done, evaluation, error, reflection, calls } = tried;
    const { actions = [], rationale = null, strategy = null, tokens = null } = done ?? {};
    const errors: CheckError[] = [...(error === null ? [] : [{ message: error.message }]), ...evaluation.errors];
    return this.#memory.store({
      outcome: this.#outcomeOf(evaluation, error),
      startedAt,
      strategy,
      content: {
        actor: done === null ? null : { actions: actions.map((action) => ({ ...action })), rationale },
        checks: [...evaluation.checks],
        calls: calls.calls,
        // What it cost to compress the calls is a part of the attempt's cost.
        cost: tokens === null && calls.tokens === 0 ? null : { tokens: (tokens ?? 0) + calls.tokens },
      },
      reflection,
      actions: actions.length,
      errors,
    });
  }

  #outcomeOf({ passed }: Evaluation, error: Error | null): 'success' | 'failure' | 'unknown' {
    if (passed !== null) return passed ? 'success' : 'failure';
    return error !== null && !this.#signal.aborted ? 'failure' : 'unknown';
  }

  async #result(status: ReflexionStatus, error: Error | null = null): Promise<ReflexionResult<Output>> {
    const memory = this.#memory;
    await memory.flush();
    return {
      status,
      best: best(this.#tried),
      attempts: this.#tried,
      sessionId: this.#sessionId,
      error,
      get unsaved() {
        return memory.unsaved;
      },
      flush: () => memory.flush(),
    };
  }
}

/** The attempt with the best score, of equals the latest; outputs of which nothing was measured come last. */
function best<Output>(tried: readonly Tried<Output>[]): Tried<Output> | null {
  const made = tried.filter(({ error }) => error === null);
  return made.reduce<Tried<Output> | null>(
    (found, one) => (found === null || (one.score ?? -1) >= (found.score ?? -1) ? one : found),
    null,
  );
}

/**
 * The Reflexion loop (`003-reflexion-episodic-memory-guide`): act with what was learned, evaluate, reflect, and try again, until an
 * output passes or the run ends for another reason. Each attempt is recorded with its checks and its reflection, which is also
 * stored as a lesson, so that other agents of the machine know it. Answers the best output, not the last. Rejects only with
 * RangeError for options outside of their limits; whatever the memory, the evaluator or the reflector does, the run goes on.
 */
export async function reflexion<Output>(options: ReflexionOptions<Output>): Promise<ReflexionResult<Output>> {
  const { maxAttempts = DEFAULT_ATTEMPTS, timeLimitMs } = options;
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
    throw new RangeError(`maxAttempts must be a whole number from 1 to ${MAX_ATTEMPTS}.`);
  }
  if (timeLimitMs !== undefined && !(timeLimitMs > 0 && timeLimitMs <= MAX_TIMER_MS)) {
    throw new RangeError(`timeLimitMs must be more than 0, and at most ${MAX_TIMER_MS} (24 days).`);
  }
  return new Run(options).toEnd();
}
