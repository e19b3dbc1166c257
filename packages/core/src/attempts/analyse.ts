import type { AnalysedAttempt, AttemptAnalysis, FailureCategory } from '@twicewise/contract';
import type { AttemptMeasures } from '@twicewise/store';
import { findStuck } from './stuck.ts';

// What attempts came to. The formulas are those of S3-46, S3-47, S3-53 and S3-55, with what their documents got wrong put right:
// a rate is per step between measured attempts (B3-07), and what nobody measured is null and never a number (B3-06).

/** Attempts at a task that did not succeed before a success that counts as a breakthrough. */
const BREAKTHROUGH_AFTER = 2;

/** How good an outcome is; null for one that nobody knows. */
const RANK = { success: 2, partial: 1, failure: 0, unknown: null } as const;

const change = (from: number | null | undefined, to: number | null) =>
  from === null || from === undefined || to === null ? null : to - from;

/** Compares by what is measured best: the reward, else the tests that failed, else the outcome. */
function hasImproved(before: AttemptMeasures | undefined, now: AttemptMeasures): boolean | null {
  const reward = change(before?.reward, now.reward);
  const failed = change(before?.failed, now.failed);
  const rank = before === undefined ? null : change(RANK[before.outcome], RANK[now.outcome]);
  if (reward !== null) return reward > 0;
  if (failed !== null && failed !== 0) return failed < 0;
  return rank === null ? null : rank > 0;
}

function curveOf(measures: readonly AttemptMeasures[]): AnalysedAttempt[] {
  const last = new Map<string, AttemptMeasures>();
  return measures.map((now) => {
    const { id, taskIdentity, outcome, reward, failed } = now;
    const before = last.get(taskIdentity);
    last.set(taskIdentity, now);
    return {
      attemptId: id,
      taskIdentity,
      outcome,
      reward,
      failed,
      rewardChange: change(before?.reward, reward),
      failedChange: change(before?.failed, failed),
      improved: hasImproved(before, now),
    };
  });
}

function learningRateOf(measures: readonly AttemptMeasures[]): AttemptAnalysis['learningRate'] {
  const rewards = measures.flatMap(({ reward }) => (reward === null ? [] : [reward]));
  const [first, last, n] = [rewards[0], rewards.at(-1), rewards.length];
  if (first === undefined || last === undefined || n < 2) return null;
  return { perAttempt: (last - first) / (n - 1), n };
}

function confidenceOf(measures: readonly AttemptMeasures[]): AttemptAnalysis['confidence'] {
  const stated = measures.flatMap(({ confidence }) => (confidence === null ? [] : [confidence]));
  if (stated.length === 0) return null;
  return { mean: stated.reduce((sum, one) => sum + one, 0) / stated.length, n: stated.length };
}

function categoriesOf(measures: readonly AttemptMeasures[]): AttemptAnalysis['categories'] {
  const counts = new Map<FailureCategory, number>();
  for (const { category } of measures) if (category !== null) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].map(([category, count]) => ({ category, count })).sort((a, b) => b.count - a.count);
}

/** The tasks with their attempts until the first success, and the successes that came after several attempts without. */
function tasksOf(measures: readonly AttemptMeasures[]): Pick<AttemptAnalysis, 'tasks' | 'breakthroughs'> {
  const tasks = new Map<string, AttemptAnalysis['tasks'][number] & { inVain: number }>();
  const breakthroughs: AttemptAnalysis['breakthroughs'] = [];
  for (const { id, taskIdentity, task, outcome } of measures) {
    const known = tasks.get(taskIdentity) ?? { taskIdentity, task, attempts: 0, toSuccess: null, inVain: 0 };
    tasks.set(taskIdentity, known);
    known.attempts++;
    if (outcome !== 'success') {
      known.inVain++;
      continue;
    }
    known.toSuccess ??= known.attempts;
    if (known.inVain >= BREAKTHROUGH_AFTER) breakthroughs.push({ attemptId: id, after: known.inVain });
    known.inVain = 0;
  }
  return { tasks: [...tasks.values()].map(({ inVain: _, ...task }) => task), breakthroughs };
}

/** Analyses attempts, which come in the order in which they ended. */
export function analyseAttempts(measures: readonly AttemptMeasures[], total: number): AttemptAnalysis {
  const outcomes = { success: 0, partial: 0, failure: 0, unknown: 0 };
  for (const { outcome } of measures) outcomes[outcome]++;
  return {
    total,
    analysed: measures.length,
    outcomes,
    curve: curveOf(measures),
    learningRate: learningRateOf(measures),
    confidence: confidenceOf(measures),
    categories: categoriesOf(measures),
    ...tasksOf(measures),
    stuck: findStuck(measures),
  };
}
