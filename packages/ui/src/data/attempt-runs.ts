import type { AttemptSummary } from '@twicewise/contract';

/** Consecutive attempts at the same task. */
export interface AttemptRun {
  key: string;
  task: string;
  attempts: readonly AttemptSummary[];
}

/** Attempts in runs of the same task, in their order. A task that is taken up again later is another run. */
export function runsOf(attempts: readonly AttemptSummary[]): AttemptRun[] {
  const runs: { key: string; task: string; identity: string; attempts: AttemptSummary[] }[] = [];
  for (const attempt of attempts) {
    const last = runs.at(-1);
    if (last?.identity === attempt.taskIdentity) last.attempts.push(attempt);
    else runs.push({ key: attempt.id, task: attempt.task, identity: attempt.taskIdentity, attempts: [attempt] });
  }
  return runs;
}

/** How long an attempt took, in milliseconds: between its beginning and end, else as its author says; null where neither is known. */
export function tookOf({
  startedAt,
  endedAt,
  ms,
}: Pick<AttemptSummary, 'startedAt' | 'endedAt' | 'ms'>): number | null {
  const between = startedAt === null || endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt);
  const took = between > 0 ? between : (ms ?? 0);
  return took > 0 ? took : null;
}
