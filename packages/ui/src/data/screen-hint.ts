import { type Failure, hintWithout, type Job } from '@twicewise/contract';

/** Names an operation; the names of settings, some of which begin alike, are words of the screen. A test knows all of both. */
const OPERATION =
  /\b(?:attempt|backup|bundle|causal|client|embedding|episode|exposure|host|import|job|memory|operation|pattern|project|reflection|session|settings|source|store|turn|view)\.(?!everyMinutes|model|provider|url)[a-z]/;

/** A hint as a window shows it: without the parts that name operations, which only programs can call. May be empty. */
export function screenHint(hint: string): string {
  return OPERATION.test(hint) ? hintWithout(hint, (part) => OPERATION.test(part)) : hint;
}

/** Why a job failed, for a window; null for a job that did not. */
export function jobFailure(job: Job | null | undefined): Failure | null {
  if (job?.state !== 'failed' || !job.error) return null;
  return { ...job.error, code: 'internal', hint: screenHint(job.error.hint) };
}
