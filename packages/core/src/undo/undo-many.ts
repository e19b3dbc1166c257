import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError, counted, NOTHING_CHANGED, type OutputOf, type ParsedInputOf, undoResult } from '@twicewise/contract';
import {
  chainOf,
  type Deed,
  findDeeds,
  type OperationFilter,
  type ReadableDb,
  standingReversal,
} from '@twicewise/store';
import * as z from 'zod';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { isObject, type JobKind } from '../runtime/jobs/job-kind.ts';
import { queueJob } from '../runtime/jobs/queue.ts';
import { findSessionIds, requireProject } from '../runtime/references.ts';
import type { Services } from '../runtime/services.ts';
import { Rehearsal } from './rehearsal.ts';
import { rehearse } from './reverse.ts';

type Preview = OutputOf<'operation.previewUndoMany'>;
type Writer = ParsedInputOf<'operation.undoMany'>['filter'];

const input = z.object({
  filter: z.custom<OperationFilter>(isObject),
  /** The newest operation that the preview saw. */
  upTo: z.int(),
  total: z.int(),
});

/** Undoes all operations that match a filter. */
export const UNDO_JOB = { kind: 'undo', lane: 'changes', input, result: undoResult } satisfies JobKind;

/** Maximum number of conflicts that are named; the rest are counted. */
export const MAX_NAMED = 50;
/** Number of operations read at once. */
const PER_READ = 100;
/** Maximum time that a slice holds the thread, in milliseconds. */
const SLICE_MS = 4;

/** Replaces names in the filter by ids. Throws `not_found` for an unknown project. */
export function writesOf<F extends Writer>(
  { projectId, sessionId, ...filter }: F,
  db: ReadableDb,
): OperationFilter & Omit<F, 'projectId' | 'sessionId'> {
  return {
    ...filter,
    projectId: projectId === undefined ? undefined : requireProject(db, projectId),
    sessionIds: sessionId === undefined ? undefined : findSessionIds(db, sessionId),
  };
}

/** All matching operations, newest first; yields to other work in between. */
export async function* deeds(
  services: Services,
  filter: OperationFilter,
  upTo: number = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Deed> {
  let before = upTo;
  let since = performance.now();
  for (;;) {
    const page = findDeeds(services.db(), filter, before, PER_READ);
    for (const deed of page) {
      yield deed;
      if (performance.now() - since < SLICE_MS) continue;
      await nextTurn();
      since = performance.now();
    }
    const last = page.at(-1);
    if (!last || page.length < PER_READ) return;
    before = last.seq;
  }
}

/** Whether an operation is undone now. */
export function isUndone(db: ReadableDb, { seq }: Deed): boolean {
  return standingReversal(chainOf(db, seq), seq) !== null;
}

/**
 * The conflict that an error stands for; rethrows any other error. A damaged record counts as a conflict, so that it does not
 * block the rest.
 */
export function conflictOf(error: unknown): string {
  const isConflict =
    error instanceof AppError && (error.code === 'conflict' || error.code === 'refused' || error.reason === 'damaged');
  if (isConflict) return error.message;
  throw error;
}

async function look(filter: OperationFilter, { services, caller }: TaskContext): Promise<Preview & { newest: number }> {
  const rehearsal = new Rehearsal(services.db());
  const hash = createHash('sha256');
  const found = { matches: 0, undoes: 0, already: 0, conflicts: 0, examples: [] as Preview['examples'], newest: 0 };
  for await (const deed of deeds(services, filter)) {
    const db = services.db();
    found.matches++;
    found.newest = Math.max(found.newest, deed.seq);
    const chain = chainOf(db, deed.seq);
    const last = chain.at(-1);
    if (!last || standingReversal(chain, deed.seq) !== null) {
      found.already++;
      continue;
    }
    hash.update(last.id);
    const error = rehearsal.attempt(() => rehearse(db, rehearsal, caller, chain, last));
    if (error === null) {
      found.undoes++;
      continue;
    }
    found.conflicts++;
    const message = conflictOf(error);
    if (found.examples.length < MAX_NAMED)
      found.examples.push({ operationId: deed.id, summary: deed.summary, message });
  }
  return { ...found, digest: hash.digest('base64url') };
}

/** Implements `operation.previewUndoMany`: simulates every reversal and writes nothing. */
export async function previewUndoMany(
  { filter }: ParsedInputOf<'operation.previewUndoMany'>,
  task: TaskContext,
): Promise<Preview> {
  const { newest: _newest, ...preview } = await look(writesOf(filter, task.services.db()), task);
  return preview;
}

/** Implements `operation.undoMany`. */
export async function undoMany(
  { filter, digest }: ParsedInputOf<'operation.undoMany'>,
  task: TaskContext,
): Promise<OutputOf<'operation.undoMany'>> {
  const { services, caller, once } = task;
  const meant = writesOf(filter, services.db());
  const preview = await look(meant, task);
  const run = (context: WriteContext) => {
    if (preview.digest !== digest) {
      throw new AppError({
        code: 'conflict',
        reason: 'changed_since',
        message: 'More was written or undone since the preview',
        effect: NOTHING_CHANGED,
        hint: 'Look at the preview again (operation.previewUndoMany) and repeat with its digest.',
      });
    }
    const title = `Undo ${counted(preview.undoes, 'write')}`;
    const input = { filter: meant, upTo: preview.newest, total: preview.undoes + preview.conflicts };
    return { job: queueJob(context, UNDO_JOB, { title, input }) };
  };
  const answer = await services.write('operation.undoMany', caller, run, once);
  services.wakeJobs();
  return answer;
}
