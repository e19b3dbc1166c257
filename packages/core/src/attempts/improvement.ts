import type { RewardedAttempt } from './reward.ts';

/** What makes two attempts attempts at one task: a task of another project is another one, whatever its words. */
export const taskKey = ({ projectId, taskIdentity }: { projectId: string; taskIdentity: string }) =>
  `${projectId} ${taskIdentity}`;

/** What two attempts are compared by. */
type Compared = Pick<RewardedAttempt, 'reward' | 'basis' | 'failed' | 'outcome'>;

/** How good an outcome is; null for one that nobody knows. */
const RANK = { success: 2, partial: 1, failure: 0, unknown: null } as const;

/** The difference; null where either is not known. */
export const change = (from: number | null | undefined, to: number | null) =>
  from === null || from === undefined || to === null ? null : to - from;

/** The change of the reward where both rest on the same; a reported reward and a measured one are no measures of one thing. */
export const rewardChange = (before: Compared | undefined, now: Compared) =>
  before?.basis === now.basis ? change(before.reward, now.reward) : null;

/** Compares by what is measured best: the reward, else the tests that failed, else the outcome. */
export function hasImproved(before: Compared | undefined, now: Compared): boolean | null {
  const reward = rewardChange(before, now);
  const failed = change(before?.failed, now.failed);
  const rank = before === undefined ? null : change(RANK[before.outcome], RANK[now.outcome]);
  if (reward !== null && reward !== 0) return reward > 0;
  if (failed !== null && failed !== 0) return failed < 0;
  if (rank !== null) return rank > 0;
  return reward === null ? null : false;
}
