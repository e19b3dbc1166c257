import { AppError, type Job } from '@twicewise/contract';
import type { JobProgress, JobRecord } from '@twicewise/store';
import type * as z from 'zod';
import type { WriteContext } from '../context.ts';
import type { Services } from '../services.ts';

/** What a running job uses to read its state and to write. */
export interface JobControl {
  readonly services: Services;
  /** The job's current record in the store. */
  current(): JobRecord;
  /**
   * Runs one step. What `run` writes and the progress it returns share one transaction, so a killed job continues exactly where
   * it was. Throws when the job was cancelled or the host is closing.
   */
  step(run: (context: WriteContext) => JobProgress): Promise<void>;
  /** Like `step`, for undoing what the job wrote. It is stopped only when the host is closing. */
  unwind(run: (context: WriteContext) => JobProgress): Promise<void>;
  /** Yields to other work. Throws when the job was cancelled or the host is closing. */
  pause(): Promise<void>;
  /** Aborted when the host is closing. For long waits outside a step. */
  readonly signal: AbortSignal;
}

/** The lanes. Jobs of one lane run one after another; each lane has its own runner, so lanes do not block each other. */
export const LANES = {
  /** Imports of records. */
  imports: {},
  /** Embedding: mostly waits for a model, possibly for hours. */
  embedding: { isUnhurried: true },
  /** Changes that a person waits for. */
  changes: {},
  /** Exports: they write files and only read the memory. */
  exports: {},
  /** Automatic capture of sessions, each at its due time. */
  captures: { isUnhurried: true, isTimed: true },
} as const satisfies Record<string, LaneTraits>;

/** How a lane schedules its jobs. */
export interface LaneTraits {
  /** Nobody waits for these jobs, so they give way to other lanes and to requests. */
  isUnhurried?: boolean;
  /** A job starts when it is due, not at once. */
  isTimed?: boolean;
}

export type Lane = keyof typeof LANES;

type Result = NonNullable<Job['result']>;

/** A kind of job: its lane, and the schemas of its input and result. */
export interface JobKind<K extends Job['kind'] = Job['kind'], I extends object = object, R extends Result = Result> {
  readonly kind: K;
  readonly lane: Lane;
  /** Schema of the stored input; lenient, because an earlier version may have written it. */
  readonly input: z.ZodType<I>;
  readonly result: z.ZodType<R>;
}

/** A job with its input parsed. */
export interface JobOf<I> extends Omit<JobRecord, 'input'> {
  readonly input: I;
}

/** Runs a job and returns its result. */
export type RunJob<I, R> = (job: JobOf<I>, control: JobControl) => Promise<R>;

/** A kind of job as the runner sees it. */
export interface RunnableJob<K extends Job['kind'] = Job['kind']> {
  readonly kind: K;
  readonly lane: Lane;
  readonly result: z.ZodType<Result>;
  run(job: JobRecord, control: JobControl): Promise<Result>;
}

/** True for any object. For parts of an input that were validated when the job was queued and belong to another schema. */
export const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Parses the input of a job. Throws `invalid_input` when this version cannot read what another one queued. */
export function inputOf<I extends object>({ input }: Pick<JobKind<Job['kind'], I>, 'input'>, job: JobRecord): I {
  const parsed = input.safeParse(job.input);
  if (parsed.success) return parsed.data;
  throw new AppError({
    code: 'invalid_input',
    message: `${job.title}: what was asked for cannot be read; another version of Twicewise may have queued it.`,
    hint: 'Ask for it again.',
  });
}

/** Combines a kind of job with its implementation. */
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
