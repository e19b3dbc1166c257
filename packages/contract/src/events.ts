import * as z from 'zod';
import { author, door } from './domain/author.ts';

/**
 * Parts of the memory that a change event can name. `vector`: lessons got the vectors by which search finds them by meaning, a moment
 * after they were written.
 */
export const TOPICS = [
  'project',
  'source',
  'session',
  'reflection',
  'decision',
  'feedback',
  'episode',
  'claim',
  'attempt',
  'turn',
  'exposure',
  'setting',
  'operation',
  'job',
  'store',
  'vector',
] as const;
/** One of {@link TOPICS}. */
export type Topic = (typeof TOPICS)[number];

/** A state of the memory: how many change events an epoch (the life of one host) had when it was reached. */
export interface Position {
  readonly epoch: string;
  readonly revision: number;
}

/**
 * Sent after a commit. Says what changed, never the new data; receivers fetch again what they show. `revision` rises by one with
 * each event of an `epoch`; after a gap or a new epoch receivers fetch everything again.
 */
export const changeEvent = z.object({
  epoch: z.string(),
  revision: z.int(),
  /** Topic → ids that changed; an empty list means too many to name. */
  changed: z.partialRecord(z.enum(TOPICS), z.array(z.string())),
  cause: z.object({ operation: z.string(), door, author }).nullable(),
});
/** See {@link changeEvent}. */
export type ChangeEvent = z.infer<typeof changeEvent>;
