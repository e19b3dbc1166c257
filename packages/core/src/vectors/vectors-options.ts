import type { ReadableDb } from '@twicewise/store';
import type { BuiltInModel } from './built-in.ts';
import type { FillOptions } from './fill.ts';
import type { WantedModel } from './model-choice.ts';

/** What vectors need of the core. */
export interface VectorsOptions {
  path: string;
  /** API key for a server; never stored, never logged. */
  key: string | null;
  /** The built-in model; null when there is none. */
  builtIn: BuiltInModel | null;
  now: () => number;
  log: (message: string, error?: unknown) => void;
  /** The open memory. */
  memory: () => ReadableDb;
  /** False while nothing can be written. */
  isWritable: () => boolean;
  /** Removes secrets from a text. */
  redact: (text: string) => string;
  /** Queues a job that fills the vectors of this model unless there is one, and wakes its runner. */
  ensureJob: (wanted: WantedModel) => Promise<void>;
  /** Wakes the runner of these jobs, because one may have become obsolete. */
  wakeJobs: () => void;
  /** Called after vectors were stored: what is near a question may have changed. */
  filled: () => void;
  /** Resolves when no other work needs the processor. */
  lull: (signal: AbortSignal) => Promise<void>;
  /** First pause after the endpoint failed, in milliseconds; see {@link Retry}. */
  firstPauseMs?: number | undefined;
}

/** How a fill is observed and stopped. */
export interface FillControl {
  signal: AbortSignal;
  pause: () => Promise<void>;
  progress: FillOptions['progress'];
}
