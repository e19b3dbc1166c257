import * as z from 'zod';
import { author, door } from './author.ts';
import { jobId, operationId } from './ids.ts';
import { instant } from './time.ts';

/** What one operation did to one record. `before` null: it was made; `after` null: it was removed. Updates carry changed fields only. Both null: it was purged, and nothing is remembered of it. */
export const change = z.object({
  entity: z.enum([
    'project',
    'source',
    'session',
    'reflection',
    'feedback',
    'episode',
    'claim',
    'attempt',
    'turn',
    'setting',
  ]),
  entityId: z.string(),
  before: z.record(z.string(), z.json()).nullable(),
  after: z.record(z.string(), z.json()).nullable(),
});
/** See {@link change}. */
export type Change = z.infer<typeof change>;

/** One write as the log records it: who made it, through which door, what it did, and whether it was undone. */
export const operation = z.object({
  id: operationId,
  seq: z.int(),
  name: z.string().describe('Operation of the contract, such as reflection.store'),
  kind: z.enum(['do', 'undo', 'redo']),
  at: instant,
  author,
  door,
  client: z.string().nullable(),
  sessionId: z.string().nullable(),
  projectId: z.string().nullable(),
  summary: z.string(),
  jobId: jobId.nullable(),
  /** For an undo or redo: the operation it reverses. */
  reversesId: operationId.nullable(),
  /** The undo that reversed this one, while it stands. */
  reversedById: operationId.nullable(),
  changeCount: z.int(),
  jobChangeCount: z
    .int()
    .optional()
    .describe('Changes of all steps of its job that are of its kind, where that was asked for'),
  recordCounts: z
    .partialRecord(change.shape.entity, z.int())
    .optional()
    .describe('Records that it changed, each once, by kind: with all steps of its job, where that was asked for'),
  changes: z.array(change).describe('At most 50, and as many as fit in one answer; changeCount is the true number'),
});
/** See {@link operation}. */
export type Operation = z.infer<typeof operation>;

/** Why taking something back leaves a record as it is. */
export const KEPT_FOR = ['changed_since', 'in_use', 'place_taken', 'damaged', 'guarded', 'purged'] as const;
/** One of {@link KEPT_FOR}. */
export type KeptFor = (typeof KEPT_FOR)[number];
