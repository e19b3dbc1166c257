import type { ReadableDb } from '@twicewise/store';
import type { BuiltInModel } from './built-in.ts';
import type { FillOptions } from './fill.ts';
import type { WantedModel } from './model-choice.ts';

/** What vectors need of the core. */
export interface VectorsOptions {
  path: string;
  /** For a server; never stored, never logged. */
  key: string | null;
  /** The model that needs no server; null where there is none. */
  builtIn: BuiltInModel | null;
  now: () => number;
  log: (message: string, error?: unknown) => void;
  /** The open memory. */
  memory: () => ReadableDb;
  /** False while nothing can be written. */
  isWritable: () => boolean;
  /** A text without secrets. */
  redact: (text: string) => string;
  /** Queues a job that fills the vectors of this model unless there is one, and wakes its runner. */
  ensureJob: (wanted: WantedModel) => Promise<void>;
  /** Wakes the runner of such jobs: one of them may have become pointless. */
  wakeJobs: () => void;
  /** Resolves when nobody else needs the processor. */
  lull: (signal: AbortSignal) => Promise<void>;
  /** First pause after the endpoint failed, in milliseconds; see {@link Retry}. */
  firstPauseMs?: number | undefined;
}

/** How a fill is watched and stopped. */
export interface FillControl {
  signal: AbortSignal;
  pause: () => Promise<void>;
  progress: FillOptions['progress'];
}
