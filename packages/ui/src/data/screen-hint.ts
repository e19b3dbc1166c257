import { type Failure, hintWithout, type Job } from '@twicewise/contract';

/** A name such as *operation.undo*; that of a file or folder in a path begins after a slash. */
const OPERATION = /[ (][a-z]+\.[a-z]/;

/** A hint as a window shows it: without the asides that name operations, which only programs can call. */
export const screenHint = (hint: string): string => hintWithout(hint, (aside) => OPERATION.test(aside));

/** Why a job failed, for a window; null for a job that did not. */
export function jobFailure(job: Job | null | undefined): Failure | null {
  if (job?.state !== 'failed' || !job.error) return null;
  return { ...job.error, code: 'internal', hint: screenHint(job.error.hint) };
}
