import * as z from 'zod';
import { jobId } from './ids.ts';
import { instant } from './time.ts';

/** Slow work: survives a restart, shows progress, can be cancelled. */
export const job = z.object({
  id: jobId,
  seq: z.int(),
  kind: z.enum(['import', 'sample', 'check', 'embed', 'history']),
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
  /** What is being worked on, for people. */
  title: z.string(),
  done: z.int(),
  /** Null until known. */
  total: z.int().nullable(),
  result: z.record(z.string(), z.json()).nullable(),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
  createdAt: instant,
  updatedAt: instant,
});
/** See {@link job}. */
export type Job = z.infer<typeof job>;
