import type { AttemptInput } from '../memory.ts';
import { asError } from '../problems.ts';

type Content = NonNullable<AttemptInput['content']>;
/** One check as an attempt records it. */
export type Check = NonNullable<Content['checks']>[number];
/** One error as an attempt records it. */
export type CheckError = NonNullable<Content['errors']>[number];

/** What is known of an output after it was checked. */
export interface Evaluation {
  /** Null: nothing was measured, because no check could run or none said anything. */
  readonly passed: boolean | null;
  readonly checks: readonly Check[];
  /** What went wrong, the most telling first. */
  readonly errors: readonly CheckError[];
}

/** What an evaluator is given besides the output. */
export interface EvaluatorContext {
  /** Which attempt of this run it is, from 1. */
  readonly attempt: number;
  /** Aborted when the run ends before its time. */
  readonly signal: AbortSignal;
}

/** Checks an output. One that rejects counts as a check that could not run. */
export type Evaluator<Output> = (output: Output, context: EvaluatorContext) => Promise<Evaluation> | Evaluation;

/** What an evaluator says; one that rejects, or answers something else, has measured nothing. */
export async function evaluated<Output>(
  evaluate: Evaluator<Output>,
  output: Output,
  context: EvaluatorContext,
): Promise<Evaluation> {
  try {
    const said: unknown = await evaluate(output, context);
    if (isEvaluation(said)) return said;
    return notMeasured('An evaluator must answer { passed, checks, errors }; asking() takes yes and no.');
  } catch (thrown) {
    return notMeasured(asError(thrown).message);
  }
}

function isEvaluation(said: unknown): said is Evaluation {
  const { passed, checks, errors } = (said ?? {}) as Partial<Evaluation>;
  return (passed === null || typeof passed === 'boolean') && Array.isArray(checks) && Array.isArray(errors);
}

const notMeasured = (message: string): Evaluation => ({
  passed: null,
  checks: [{ kind: 'combined', verdict: 'error' }],
  errors: [{ message }],
});

/** Evaluates with each in turn. Passed if at least one says so and none says otherwise. */
export function allOf<Output>(...evaluators: readonly Evaluator<Output>[]): Evaluator<Output> {
  return async (output, context) => {
    const all: Evaluation[] = [];
    for (const evaluate of evaluators) all.push(await evaluated(evaluate, output, context));
    const verdicts = all.map(({ passed }) => passed);
    const passed = verdicts.includes(false) ? false : verdicts.includes(true) ? true : null;
    return { passed, checks: all.flatMap(({ checks }) => checks), errors: all.flatMap(({ errors }) => errors) };
  };
}

/** An evaluator of a question that is answered with yes or no, or with what is wrong. */
export function asking<Output>(
  tool: string,
  ask: (output: Output, context: EvaluatorContext) => Promise<boolean | string> | boolean | string,
): Evaluator<Output> {
  return async (output, context) => {
    const answer = await ask(output, context);
    const passed = answer === true;
    const message = typeof answer === 'string' ? answer : `${tool} says no.`;
    const check: Check = { tool, kind: 'heuristic', verdict: passed ? 'pass' : 'fail' };
    return { passed, checks: [check], errors: passed ? [] : [{ message }] };
  };
}

/**
 * How good an output is, from 0 to 1, to tell the best of a run: the share of tests that passed, just below 1 for an output of
 * which something else failed. Null where nothing was measured.
 */
export function scoreOf({ passed, checks }: Evaluation): number | null {
  if (passed === true) return 1;
  // A check that was cut off may have counted no more than its first tests.
  const counted = checks.flatMap(({ counts, verdict }) => (counts && verdict !== 'error' ? [counts] : []));
  const sum = (of: 'passed' | 'failed') => counted.reduce((total, counts) => total + (counts[of] ?? 0), 0);
  const ran = sum('passed') + sum('failed');
  if (ran > 0) return Math.min(sum('passed') / ran, 0.99);
  return passed === null ? null : 0;
}
