import { type Failure, hintWithout, type Job } from '@twicewise/contract';

/**
 * Has a name such as *operation.undo*; that of a file or folder in a path begins after a slash. The names that there are would bring
 * the schemas of all operations along.
 */
const OPERATION = /[ (][a-z]+\.[a-z]/;

/** A hint as a window shows it: without the asides that name operations, which only programs can call. */
export const screenHint = (hint: string): string => hintWithout(hint, (aside) => OPERATION.test(aside));

/** Why a job failed, for a window; null for a job that did not. */
export function jobFailure(job: Job | null | undefined): Failure | null {
  if (job?.state !== 'failed' || !job.error) return null;
  return { ...job.error, code: 'internal', hint: screenHint(job.error.hint) };
}
