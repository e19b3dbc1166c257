import {
  type AttemptInsights,
  type AttemptPoint,
  type CalibrationRow,
  CONFIDENCE_BANDS,
  MAX_COUNTED_ATTEMPTS,
  MAX_INSIGHT_ATTEMPTS,
  type Rate,
  type SuccessRow,
  type TimeStep,
} from '@twicewise/contract';
import {
  type CountedAttempt,
  countedAttempts,
  firstShownIn,
  type InsightScope,
  type ReadableDb,
  readSettings,
} from '@twicewise/store';
import { judgedByNext } from '../attempts/quality.ts';
import { withReward } from '../attempts/reward.ts';
import { wilson } from '../runtime/wilson.ts';
import { type Step, stepOf } from './steps.ts';
import { meanOf } from './student-mean.ts';
import { tally } from './tally.ts';

// What attempts came to over sessions. The figures are those of S3-52 to S3-54 and S3-56, with what their document got wrong put right:
// what counts is whether the NEXT attempt did better (B3-10), and what nobody measured is in no mean (B3-06).

/** An attempt with the reward that lists show. */
type Scored = CountedAttempt & { basis: string };

/** Attempts at one task in one session up to its first success, in their order. */
type Run = readonly Scored[];

const newest = (attempts: readonly CountedAttempt[]) =>
  attempts
    .slice(-MAX_INSIGHT_ATTEMPTS)
    .reverse()
    .map(({ id }) => id);

/** The runs, in the order in which they began. An attempt without a session is one of its project. */
function runsOf(attempts: readonly Scored[]): Run[] {
  const open = new Map<string, Scored[]>();
  const runs: Scored[][] = [];
  for (const attempt of attempts) {
    const key = `${attempt.sessionId ?? attempt.projectId} ${attempt.taskIdentity}`;
    let run = open.get(key);
    if (run === undefined) {
      run = [];
      open.set(key, run);
      runs.push(run);
    }
    run.push(attempt);
    if (attempt.outcome === 'success') open.delete(key);
  }
  return runs;
}

/** A value for each run that has one, and the attempts behind them. */
function perRun(runs: readonly Run[], of: (run: Run) => number | null) {
  const found = runs.flatMap((run) => {
    const value = of(run);
    return value === null ? [] : [{ run, value }];
  });
  return { mean: meanOf(found.map(({ value }) => value)), attemptIds: newest(found.flatMap(({ run }) => run)) };
}

/** Change of the reward per step between the measured attempts of the basis of the last; null with fewer than two. */
function learningIn(run: Run): number | null {
  const measured = run.filter(({ reward }) => reward !== null);
  const alike = measured.filter(({ basis }) => basis === measured.at(-1)?.basis);
  const [first, last] = [alike[0]?.reward, alike.at(-1)?.reward];
  if (first == null || last == null || alike.length < 2) return null;
  return (last - first) / (alike.length - 1);
}

/** Change of the failed tests from the first to the last count; null with fewer than two. */
function errorsIn(run: Run): number | null {
  const counts = run.flatMap(({ failed }) => (failed === null ? [] : [failed]));
  const [first, last] = [counts[0], counts.at(-1)];
  return first === undefined || last === undefined || counts.length < 2 ? null : last - first;
}

const hasSucceeded = (run: Run) => run.at(-1)?.outcome === 'success';

function successRows(runs: readonly Run[], shown: ReadonlyMap<string, string>): SuccessRow[] {
  const kinds = Map.groupBy(runs, (run) => run.findLast(({ kind }) => kind !== null)?.kind ?? null);
  const rows = [...kinds].map(([kind, ofKind]) => {
    const isAfter = ([first]: Run) => first !== undefined && (shown.get(first.projectId) ?? '~') <= first.startedAt;
    const [after, before] = [ofKind.filter(isAfter), ofKind.filter((run) => !isAfter(run))];
    // A success takes one attempt at least.
    const steps = (some: readonly Run[]) =>
      meanOf(
        some.filter(hasSucceeded).map((run) => run.length),
        1,
      );
    const open = (some: readonly Run[]) => some.filter((run) => !hasSucceeded(run)).length;
    return {
      kind,
      before: steps(before),
      after: steps(after),
      openBefore: open(before),
      openAfter: open(after),
      attemptIds: newest(ofKind.filter(hasSucceeded).flat()),
      runs: ofKind.length,
    };
  });
  return rows.sort((a, b) => b.runs - a.runs).map(({ runs: _, ...row }) => row);
}

/** Confidences that are counted together: unsure, in between, sure. */
const BANDS: readonly [from: number, to: number][] = [
  [0, CONFIDENCE_BANDS.doubt],
  [CONFIDENCE_BANDS.doubt, CONFIDENCE_BANDS.sure],
  [CONFIDENCE_BANDS.sure, 1],
];

function calibrationOf(attempts: readonly Scored[]): CalibrationRow[] {
  const judged = judgedByNext(attempts);
  return BANDS.map(([from, to]) => {
    const within = judged.filter(({ confidence }) => confidence >= from && (confidence < to || to === 1));
    const better = within.filter(({ improved }) => improved).length;
    return {
      from,
      to,
      improved: wilson(better, within.length),
      attemptIds: newest(within.map(({ attempt }) => attempt)),
    };
  });
}

function categoriesOf(attempts: readonly Scored[]): AttemptInsights['categories'] {
  const groups = Map.groupBy(attempts, ({ category }) => category);
  const rows = [...groups].flatMap(([category, some]) =>
    category === null ? [] : [{ category, count: some.length, attemptIds: newest(some) }],
  );
  return rows.sort((a, b) => b.count - a.count);
}

function outcomesOf(attempts: readonly CountedAttempt[]): { outcomes: AttemptInsights['outcomes']; success: Rate } {
  const rows = attempts.map(({ outcome, outcomeSource: source }) => ({ outcome, source, count: 1 }));
  const { outcomes, success } = tally(rows);
  return { outcomes, success };
}

const rewardsIn = (attempts: readonly Scored[]) => attempts.flatMap(({ reward }) => (reward === null ? [] : [reward]));

/** Computes what attempts came to. Reads every attempt of the time, so do not run it on the thread that writes. */
export function readAttemptInsights(
  db: ReadableDb,
  scope: InsightScope,
  { steps, step, utcOffset }: { steps: readonly Step[]; step: TimeStep; utcOffset: number },
): AttemptInsights {
  const found = countedAttempts(db, scope, utcOffset, MAX_COUNTED_ATTEMPTS);
  const weights = readSettings(db);
  const attempts = found.attempts.map((attempt): Scored => withReward(attempt, weights));
  const runs = runsOf(attempts);
  const perStep = Map.groupBy(attempts, ({ day }) => stepOf(day, step));
  const learning = perRun(runs, learningIn);
  const errors = perRun(runs, errorsIn);
  return {
    total: found.total,
    counted: attempts.length,
    ...outcomesOf(attempts),
    points: steps.map(({ key, from, until }): AttemptPoint => {
      const within = perStep.get(key) ?? [];
      return {
        from,
        until,
        count: within.length,
        outcomes: outcomesOf(within).outcomes,
        reward: meanOf(rewardsIn(within)),
      };
    }),
    learning: { perAttempt: learning.mean, attemptIds: learning.attemptIds },
    errors: { change: errors.mean, attemptIds: errors.attemptIds },
    toSuccess: successRows(runs, firstShownIn(db)),
    calibration: calibrationOf(attempts),
    categories: categoriesOf(attempts),
  };
}
