import type { InputOf } from '@twicewise/client';
import type { CheckError, Evaluation, Evaluator } from '../evaluators/evaluation.ts';
import type { Memory, PastReflection } from '../memory.ts';
import type { Problem, Unsaved } from '../problems.ts';
import type { Compressor, RecordedCall } from './compress-calls.ts';
import type { Action, Reflector } from './reflection.ts';

/** What an attempt is given (S3-58). */
export interface GivenToAct {
  readonly task: string;
  /** Which attempt of this run it is, from 1. */
  readonly attempt: number;
  /** Reflections on earlier attempts that are in the window, the oldest first; of earlier runs, too, where one is resumed. */
  readonly previousReflections: readonly PastReflection[];
  /** What went wrong in the attempt before. */
  readonly previousErrors: readonly CheckError[];
  /** What the memory tells before the task: lessons and similar successes, fenced as data; empty where it has nothing to say. */
  readonly brief: string;
  /** All of it as one text for a prompt; stored text in it is fenced as data. */
  readonly prompt: string;
  /** Aborted when the run ends before its time. */
  readonly signal: AbortSignal;
}

/** What an attempt did. */
export interface Acted<Output> {
  readonly output: Output;
  readonly actions?: readonly Action[];
  /** Tools that were called, each with its output. */
  readonly calls?: readonly RecordedCall[];
  /** The approach, in a line. */
  readonly strategy?: string;
  readonly rationale?: string;
  readonly tokens?: number;
}

/** One attempt of a run, as its result tells it. */
export interface Tried<Output> {
  /** From 1. */
  readonly attempt: number;
  /** Undefined where it was not made, because acting rejected. */
  readonly output: Output | undefined;
  readonly evaluation: Evaluation;
  /** From 0 to 1; null where nothing was measured. */
  readonly score: number | null;
  readonly error: Error | null;
  /** Its record; null if it is not stored (yet). */
  readonly attemptId: string | null;
}

/**
 * How a run ended: an output passed; there were as many attempts as allowed; the time was over; it went in circles; acting
 * rejected; it was aborted.
 */
export type ReflexionStatus = 'passed' | 'attempts' | 'time' | 'stuck' | 'error' | 'aborted';

/** What a run came to. */
export interface ReflexionResult<Output> {
  readonly status: ReflexionStatus;
  /** The attempt with the best score, not the last one; of equals the latest. Null if no output was made. */
  readonly best: Tried<Output> | null;
  readonly attempts: readonly Tried<Output>[];
  /** With this id the run can be resumed. */
  readonly sessionId: string;
  /** With status `error`: what acting rejected with. */
  readonly error: Error | null;
  /** What was learned and is not stored. */
  readonly unsaved: readonly Unsaved[];
  /** Stores what waits for the memory; true if nothing waits any more. */
  flush(): Promise<boolean>;
}

/** What a run needs to know of its memory, whatever it makes. */
export type MemoryOptions = Pick<
  ReflexionOptions<unknown>,
  'memory' | 'task' | 'projectId' | 'window' | 'briefTokens' | 'onProblem'
>;

/** How a loop works; see `docs/build-an-agent.md`. */
export interface ReflexionOptions<Output> {
  readonly task: string;
  readonly memory: Memory;
  /** Makes an output. What it rejects with ends the run. */
  readonly act: (given: GivenToAct) => Promise<Acted<Output>>;
  readonly evaluate: Evaluator<Output>;
  /** Default: none, and attempts are recorded without a reflection. */
  readonly reflect?: Reflector;
  /** Reflect after failures only, or after every attempt. Default `failure`. */
  readonly reflectAfter?: 'failure' | 'every';
  /** Says of the calls of an attempt what they found, before it is recorded. Default: they are recorded as they are. */
  readonly compress?: Compressor;
  readonly projectId?: string;
  /** Id of an earlier run, to resume it: its reflections are in the window from the first attempt on. Default: a new one. */
  readonly sessionId?: string;
  /** Most attempts of this run, 1 to 100. Default 5. */
  readonly maxAttempts?: number;
  /** No attempt begins after this many milliseconds, and what runs then is aborted, but for storing. Default: no limit. */
  readonly timeLimitMs?: number;
  readonly signal?: AbortSignal;
  /** Reflections that an attempt is given. Default: the three recorded last. */
  readonly window?: Pick<InputOf<'attempt.window'>, 'policy' | 'capacity'>;
  /** End the run when the memory finds it stuck twice in a row. Default true. */
  readonly stopWhenStuck?: boolean;
  /** Most tokens of the brief. Default 800. */
  readonly briefTokens?: number;
  /** Called when the memory could not be read, and for each thing that it did not store. */
  readonly onProblem?: (problem: Problem) => void;
}

/** Most attempts of a run that may be asked for. */
export const MAX_ATTEMPTS = 100;
/** Attempts of a run where nothing else is said. */
export const DEFAULT_ATTEMPTS = 5;
