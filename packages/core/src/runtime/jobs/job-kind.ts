import { AppError, type Job } from '@twicewise/contract';
import type { JobProgress, JobRecord } from '@twicewise/store';
import type * as z from 'zod';
import type { WriteContext } from '../context.ts';
import type { Services } from '../services.ts';

/** What a running job works with. */
export interface JobControl {
  readonly services: Services;
  /** The job as it is in the store now. */
  current(): JobRecord;
  /**
   * One step: what `run` writes and the progress it answers are one transaction, so that a killed job goes on exactly
   * where it was. Throws when the job was cancelled or the host is closing.
   */
  step(run: (context: WriteContext) => JobProgress): Promise<void>;
  /** As `step`, for taking back what the job wrote: only a closing host stops that. */
  unwind(run: (context: WriteContext) => JobProgress): Promise<void>;
  /** Lets others have a turn, and throws when the job was cancelled or the host is closing. */
  pause(): Promise<void>;
  /** Aborted when the host is closing, for what takes long and is not a step. */
  readonly signal: AbortSignal;
}

/** Jobs of one lane take turns with each other; each lane has a runner of its own, which no other lane holds up. */
export const LANES = {
  /** Jobs that bring records in. */
  imports: {},
  /** Jobs that wait for a model most of the time, for hours if it is slow. */
  embedding: { isUnhurried: true },
  /** Changes that a person waits for. */
  changes: {},
  /** Files that are written: they only read the memory. */
  exports: {},
  /** Sessions that are written down by themselves, each at its moment. */
  captures: { isUnhurried: true, isTimed: true },
} as const satisfies Record<string, LaneTraits>;

/** How the jobs of a lane are taken up. */
export interface LaneTraits {
  /** Nobody waits for what these jobs do, so they give way to other lanes and to requests. */
  isUnhurried?: boolean;
  /** A job begins when it is due, not at once. */
  isTimed?: boolean;
}

/** The name of a lane. */
export type Lane = keyof typeof LANES;

type Result = NonNullable<Job['result']>;

/** What a job of some kind is asked, and what it answers. */
export interface JobKind<K extends Job['kind'] = Job['kind'], I extends object = object, R extends Result = Result> {
  readonly kind: K;
  readonly lane: Lane;
  /** What the store keeps of the request; lenient, because an earlier version may have written it. */
  readonly input: z.ZodType<I>;
  readonly result: z.ZodType<R>;
}

/** A job with its input as its kind reads it. */
export interface JobOf<I> extends Omit<JobRecord, 'input'> {
  readonly input: I;
}

/** How a job is carried out. Answers what it achieved. */
export type RunJob<I, R> = (job: JobOf<I>, control: JobControl) => Promise<R>;

/** A kind of job as the runner sees it. */
export interface RunnableJob<K extends Job['kind'] = Job['kind']> {
  readonly kind: K;
  readonly lane: Lane;
  readonly result: z.ZodType<Result>;
  run(job: JobRecord, control: JobControl): Promise<Result>;
}

/** True for what an input may hold that was checked when it was queued, and whose shape is another's business. */
export const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The input of a job. Throws `invalid_input` when this version cannot read what another one has queued. */
export function inputOf<I extends object>({ input }: Pick<JobKind<Job['kind'], I>, 'input'>, job: JobRecord): I {
  const parsed = input.safeParse(job.input);
  if (parsed.success) return parsed.data;
  throw new AppError({
    code: 'invalid_input',
    message: `${job.title}: what was asked for cannot be read; another version of Twicewise may have queued it.`,
    hint: 'Ask for it again.',
  });
}

/** A kind of job with how it is carried out. */
export function defineJob<K extends Job['kind'], I extends object, R extends Result>(
  kind: JobKind<K, I, R>,
  run: RunJob<I, R>,
): RunnableJob<K> {
  return {
    kind: kind.kind,
    lane: kind.lane,
    result: kind.result,
    run: async (job, control) => run({ ...job, input: inputOf(kind, job) }, control),
  };
}
