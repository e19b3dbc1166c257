import {
  type AttemptReward,
  MAX_SCORED_CHECKS,
  REWARD_PARTS,
  type RewardPart,
  type RewardSource,
  type Settings,
} from '@twicewise/contract';
import type { AttemptMeasures, ScoredCheck } from '@twicewise/store';

// The reward of S3-18, put right: only what was measured takes part (B3-06), and the weights are settings (docs/adr/0046).

/** The weights of the parts. */
export type RewardWeights = Pick<Settings, `reward.${RewardPart}`>;

type Parts = AttemptReward['parts'];

/** Which part the verdict of a check says something about, where it counted nothing. */
const PART_OF: Readonly<Record<string, RewardPart>> = {
  tests: 'tests',
  unit_tests: 'tests',
  integration_tests: 'tests',
  type_check: 'types',
  // What does not compile has errors of types, or worse.
  compilation: 'types',
  lint: 'lint',
};

const within = (share: number) => Math.min(1, Math.max(0, share));

/** The share of the tests that ran and passed; null where that is not known, or none ran. */
function shareOfTests({ counts }: ScoredCheck): number | null {
  const { passed = null, failed = null, skipped = null, total = null } = counts ?? {};
  const sum = passed === null || failed === null ? null : passed + failed;
  const ran = total === null ? sum : total - (skipped ?? 0);
  if (ran === null || ran <= 0) return null;
  const good = passed ?? (failed === null ? null : ran - failed);
  return good === null ? null : within(good / ran);
}

const withoutErrors = (errors: number | null | undefined) => (typeof errors === 'number' ? Number(errors === 0) : null);

const COUNTED: Readonly<Record<RewardPart, (check: ScoredCheck) => number | null>> = {
  tests: shareOfTests,
  types: ({ counts }) => withoutErrors(counts?.typeErrors),
  lint: ({ counts }) => withoutErrors(counts?.lintErrors),
};

/** What one check says about a part: what it counted, else its verdict. A check that could not run says nothing. */
function scoreOf(check: ScoredCheck, part: RewardPart): number | null {
  const counted = COUNTED[part](check);
  if (counted !== null || PART_OF[check.kind] !== part) return counted;
  // No test ran at all: the verdict would be about nothing.
  if (part === 'tests' && check.counts?.total === 0) return null;
  return check.verdict === 'pass' ? 1 : check.verdict === 'fail' ? 0 : null;
}

/** Of each command the last run counts, as it does for the outcome; where several say something about one part, the worst of them. */
function partOf(checks: readonly ScoredCheck[], part: RewardPart): number | null {
  const last = new Map<string, number>();
  for (const check of checks) {
    const score = scoreOf(check, part);
    if (score !== null) last.set(`${check.kind} ${check.command ?? ''}`, score);
  }
  return last.size === 0 ? null : Math.min(...last.values());
}

function mean(parts: Parts, weights: RewardWeights): number | null {
  let [sum, all] = [0, 0];
  for (const part of REWARD_PARTS) {
    const [score, weight] = [parts[part], weights[`reward.${part}`]];
    if (score === null) continue;
    sum += weight * score;
    all += weight;
  }
  return all === 0 ? null : within(sum / all);
}

/** The reward of an attempt: as its author stated it, else as its checks say. */
export function rewardOf(stated: number | null, checks: readonly ScoredCheck[], weights: RewardWeights): AttemptReward {
  const latest = checks.slice(-MAX_SCORED_CHECKS);
  const parts = { tests: partOf(latest, 'tests'), types: partOf(latest, 'types'), lint: partOf(latest, 'lint') };
  const measured = mean(parts, weights);
  const source = stated === null ? (measured === null ? null : 'measured') : 'reported';
  return { value: stated ?? measured, source, measured, parts };
}

/** The reward that a list or an analysis shows, beside what it was made of. */
interface Rewarded {
  reward: number | null;
  rewardSource: RewardSource;
  /** What the reward rests on: its author, or the parts that were measured. Only rewards of one basis can be compared. */
  basis: string;
}

/** The measures of an attempt with its reward. */
export type RewardedAttempt = AttemptMeasures & Rewarded;

/** Adds the reward that a list or an analysis shows. */
export function withReward<T extends Pick<AttemptMeasures, 'reward' | 'scoredChecks'>>(
  measures: T,
  weights: RewardWeights,
): T & Rewarded {
  const { value, source, parts } = rewardOf(measures.reward, measures.scoredChecks, weights);
  const basis = source === 'measured' ? REWARD_PARTS.filter((part) => parts[part] !== null).join() : String(source);
  return { ...measures, reward: value, rewardSource: source, basis };
}
