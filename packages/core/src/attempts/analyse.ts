import type { AnalysedAttempt, AttemptAnalysis, FailureCategory } from '@twicewise/contract';
import type { AttemptMeasures } from '@twicewise/store';
import { change, hasImproved, rewardChange, taskKey } from './improvement.ts';
import { confidenceKeptBy, qualityOf } from './quality.ts';
import { repeatedStatements } from './repeated-statements.ts';
import { type RewardedAttempt, type RewardWeights, withReward } from './reward.ts';
import { findStuck } from './stuck.ts';

// What attempts came to. The formulas are those of S3-46, S3-47, S3-53 and S3-55, with what their documents got wrong put right:
// a rate is per step between measured attempts (B3-07), and what nobody measured is null and never a number (B3-06).

/** Attempts at a task that did not succeed before a success that counts as a breakthrough. */
const BREAKTHROUGH_AFTER = 2;

function curveOf(measures: readonly RewardedAttempt[]): AnalysedAttempt[] {
  const last = new Map<string, RewardedAttempt>();
  return measures.map((now) => {
    const { id, projectId, taskIdentity, startedAt, knownAt, outcome, reward, rewardSource, failed } = now;
    const before = last.get(taskKey(now));
    last.set(taskKey(now), now);
    return {
      attemptId: id,
      projectId,
      taskIdentity,
      startedAt: knownAt === null ? null : startedAt,
      at: knownAt,
      outcome,
      reward,
      rewardSource,
      failed,
      rewardChange: rewardChange(before, now),
      failedChange: change(before?.failed, failed),
      improved: hasImproved(before, now),
    };
  });
}

function learningRateOf(measures: readonly RewardedAttempt[]): AttemptAnalysis['learningRate'] {
  const latest = measures.findLast(({ reward }) => reward !== null);
  const isLike = ({ basis, projectId }: RewardedAttempt) => basis === latest?.basis && projectId === latest.projectId;
  const rewards = measures.flatMap((one) => (one.reward !== null && isLike(one) ? [one.reward] : []));
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
  for (const now of measures) {
    const { id, projectId, taskIdentity, task, outcome } = now;
    const known = tasks.get(taskKey(now)) ?? { projectId, taskIdentity, task, attempts: 0, toSuccess: null, inVain: 0 };
    tasks.set(taskKey(now), known);
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
export function analyseAttempts(
  found: readonly AttemptMeasures[],
  total: number,
  weights: RewardWeights,
): AttemptAnalysis {
  const measures = found.map((one) => withReward(one, weights));
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
    quality: qualityOf(measures),
    confidenceKept: confidenceKeptBy(measures),
    statements: repeatedStatements(measures),
  };
}
