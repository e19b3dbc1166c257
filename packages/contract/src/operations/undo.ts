import * as z from 'zod';
import { author } from '../domain/author.ts';
import { jobId, operationId, reference } from '../domain/ids.ts';
import { job } from '../domain/job.ts';
import { change, KEPT_FOR, operation } from '../domain/operation.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { instant } from '../domain/time.ts';
import { command, query } from './define.ts';

/** Error message for an undo that names neither an operation nor a job. */
const ONE_OF_THEM = 'give operationId, or jobId for everything that a job wrote';

const reversed = z.object({
  operation: operation.describe('The operation that did the reversing; of a job, the last'),
  records: z.int().describe('Records that were changed back, each counted once'),
  kept: z.array(z.string()).describe('The first fifty records that were left as they are'),
  keptFor: z
    .partialRecord(z.enum(KEPT_FOR), z.int())
    .describe(
      'How many were left, by reason: changed since, used by others, place taken by another, damaged, only a person may, purged',
    ),
});

/** Filters by author, place and time; a write must match all that are given. */
const writer = {
  authorKind: author.shape.kind.optional(),
  authorName: z.string().max(256).optional(),
  client: z.string().max(256).optional().describe('Program, such as claude-code, with its version or without'),
  sessionId: reference.optional(),
  projectId: reference.optional(),
  since: instant.optional().describe('At or after'),
  until: instant.optional().describe('Before'),
};

const writes = z
  .strictObject(writer)
  .refine((filter) => Object.values(filter).some((value) => value !== undefined), {
    message: 'name an author, a program, a session, a project or a time',
  })
  .describe('Whose writes');

const conflicting = z.object({ operationId, summary: z.string(), message: z.string() });

/** Operations on the operations log, which has every write with its author and changes; undo and redo. */
export const undoOperations = {
  'operation.list': query(
    'Writes, the newest first.',
    z.strictObject({
      ...writer,
      entityId: z.string().max(512).optional().describe('Only writes that touched this record'),
      topic: change.shape.entity.optional().describe('Only writes that touched a record of this kind'),
      name: z.string().max(128).optional().describe('Operation of the contract, such as reflection.store'),
      kind: operation.shape.kind.optional(),
      wholeJobs: z
        .boolean()
        .default(false)
        .describe(
          'One entry for each job, the newest of its steps that match (unless entityId or topic is given). The records that each entry changed are counted, of a job those of the whole job, and only the first changes are listed',
        ),
      limit: limit(50),
      cursor,
    }),
    page(operation),
  ),
  'operation.undo': command(
    'Undo one operation, or everything one job wrote. Fields changed by someone else since are never overwritten: for one operation they are a conflict; of a job such records stay, counted, and the rest is undone.',
    z.union([z.strictObject({ operationId }), z.strictObject({ jobId })], { error: ONE_OF_THEM }),
    reversed,
  ),
  'operation.previewUndoMany': query(
    'What undoing many writes would do: everything an agent wrote since a time, for example.',
    z.strictObject({ filter: writes }),
    z.object({
      matches: z.int().describe('Things done that match; undos and redos belong to what they reverse'),
      undoes: z.int(),
      already: z.int().describe('Undone already'),
      conflicts: z.int().describe('Changed since by something that does not match; these stay as they are'),
      examples: z.array(conflicting).describe('The newest fifty of the conflicts'),
      digest: z.string().describe('Stands for exactly these writes; operation.undoMany asks for it'),
    }),
  ),
  'operation.undoMany': command(
    'Undo many writes as one group, in steps. What was changed since by something else is left as it is and named. operation.redo with the jobId does it all again.',
    z.strictObject({ filter: writes, digest: z.string().min(1).max(64).describe('From operation.previewUndoMany') }),
    z.object({ job: job.describe('Its result: undone, conflicts and examples as in the preview') }),
  ),
  'operation.redo': command(
    'Do again what was undone.',
    z.union(
      [
        z.strictObject({ operationId: operationId.describe('The undone operation, or its undo') }),
        z.strictObject({ jobId }),
      ],
      { error: ONE_OF_THEM },
    ),
    reversed,
  ),
};
