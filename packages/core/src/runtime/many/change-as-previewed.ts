import { AppError, type Job, NOTHING_CHANGED, type OperationName } from '@twicewise/contract';
import * as z from 'zod';
import type { WriteContext } from '../context.ts';
import type { TaskContext } from '../handler.ts';
import { isObject } from '../jobs/job-kind.ts';

/**
 * The stored input of a job that changes many records: what was selected, not a list of the records, which would be rewritten with
 * each step.
 */
export function manyInput<Selection, Change>() {
  return z.object({
    selection: z.custom<Selection>(isObject),
    change: z.custom<Change>(isObject),
    /** Records changed after this operation differ from what the person saw. */
    upTo: z.int(),
    /** Number of records that the preview would change. */
    expected: z.int(),
  });
}
/** See {@link manyInput}. */
export type ManyInput = z.infer<ReturnType<typeof manyInput<unknown, unknown>>>;

/** A selection as it is now, and what a change would do to it. */
interface Prepared {
  preview: { digest: string; asJob: boolean };
}

/** How a change of many records of one kind is made. */
interface Ways<P extends Prepared, Answer> {
  name: OperationName;
  /** What is changed, in the plural. */
  what: string;
  /** The operation that previews it. */
  previewedBy: OperationName;
  /** Makes all of it in one transaction; null when the records are not those of the preview any more. */
  now: (context: WriteContext, prepared: P) => Answer | null;
  /** Queues it. */
  later: (context: WriteContext, prepared: P) => Answer;
}

function selectionChanged({ what, previewedBy }: Pick<Ways<Prepared, unknown>, 'what' | 'previewedBy'>): AppError {
  return new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: `The selected ${what} are not what the preview showed any more`,
    effect: NOTHING_CHANGED,
    hint: `Look at the preview again (${previewedBy}) and repeat with its digest.`,
  });
}

/** Makes a change of many records, or queues it, if they are still as the preview with this digest showed them. */
export async function changeAsPreviewed<P extends Prepared, Answer extends { job: Job | null }>(
  prepared: P,
  digest: string,
  { caller, services, once }: TaskContext,
  ways: Ways<P, Answer>,
): Promise<Answer> {
  const write = (context: WriteContext) => {
    // Checked inside the write, so that a repeated request gets its first answer instead of a refusal.
    if (prepared.preview.digest !== digest) throw selectionChanged(ways);
    if (prepared.preview.asJob) return ways.later(context, prepared);
    const answer = ways.now(context, prepared);
    if (answer === null) throw selectionChanged(ways);
    return answer;
  };
  const answer = await services.write(ways.name, caller, write, once);
  if (answer.job) services.wakeJobs();
  return answer;
}
