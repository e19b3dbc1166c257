import * as z from 'zod';
import { author } from '../domain/author.ts';
import { jobId, operationId, reference } from '../domain/ids.ts';
import { operation } from '../domain/operation.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { instant } from '../domain/time.ts';
import { command, query } from './define.ts';

/** What an undo needs, for whoever names neither. */
const ONE_OF_THEM = 'give operationId, or jobId for everything that a job wrote';

const reversed = z.object({
  operation: operation.describe('The operation that did the reversing'),
  kept: z.array(z.string()).describe('Records left in place because others use them now'),
});

/** The operations log: every write with its author and what it changed; undo and redo. */
export const historyOperations = {
  'operation.list': query(
    'Writes, the newest first.',
    z.strictObject({
      entityId: z.string().max(512).optional().describe('Only writes that touched this record'),
      authorKind: author.shape.kind.optional(),
      authorName: z.string().max(256).optional(),
      projectId: reference.optional(),
      since: instant.optional(),
      until: instant.optional(),
      limit: limit(50),
      cursor,
    }),
    page(operation),
  ),
  'operation.undo': command(
    'Take back one operation, or everything one job wrote. Fields changed by someone else since are a conflict, never overwritten.',
    z.union([z.strictObject({ operationId }), z.strictObject({ jobId })], { error: ONE_OF_THEM }),
    reversed,
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
