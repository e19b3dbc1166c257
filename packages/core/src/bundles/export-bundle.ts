import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AppError,
  BUNDLE_KINDS,
  type BundleKind,
  type ExportResult,
  exportResult,
  type OutputOf,
  type ParsedInputOf,
  type TurnContent,
} from '@twicewise/contract';
import { fileHash } from '@twicewise/ingest';
import {
  changedIds,
  countNotCarried,
  damagedText,
  type EntityRecord,
  partText,
  type ReadableDb,
  readRecord,
  type Snapshot,
} from '@twicewise/store';
import * as z from 'zod';
import type { WriteContext } from '../runtime/context.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { defineJob, isObject, type JobKind, type RunJob } from '../runtime/jobs/job-kind.ts';
import { queueJob } from '../runtime/jobs/queue.ts';
import { STEP_MS } from '../runtime/jobs/step-time.ts';
import type { Services } from '../runtime/services.ts';
import { type BundleSelection, type ChosenIds, chosenIds, chosenSeqs, resolveSelection } from './chosen-records.ts';
import { type Carried, toCarried } from './record-lines.ts';
import { Scan } from './scan.ts';
import { explainTarget, putInPlace, refuseTarget } from './target.ts';
import { type CarriedRecords, writeBundle } from './write-bundle.ts';

const exportInput = z.object({
  selection: z.custom<BundleSelection>(isObject),
  redact: z.boolean(),
  path: z.string(),
  overwrite: z.boolean(),
  digest: z.string(),
});
type ExportInput = z.infer<typeof exportInput>;

/** The job that writes a bundle. */
export const EXPORT_JOB = {
  kind: 'export',
  lane: 'exports',
  input: exportInput,
  result: exportResult,
} satisfies JobKind;

/** Throws `unavailable` (`damaged`) where the text is missing or not as it was written. */
function requiredText(db: ReadableDb, id: string, place: number): string {
  const text = partText(db, id, place);
  if (text === null) throw damagedText(id, place);
  return text;
}

/** A turn with the texts of its parts, which are no field of its row, unless they were pruned; other records as they are. */
function withTexts(db: ReadableDb, kind: BundleKind, stored: EntityRecord): EntityRecord {
  if (kind !== 'turn') return stored;
  const id = String(stored.id);
  if (stored.prunedAt) return { ...stored, texts: [] };
  const { parts } = stored.content as TurnContent;
  return { ...stored, texts: parts.map((_, place) => requiredText(db, id, place)) };
}

/** The records of a snapshot, read in groups and scanned for secrets. */
async function* carriedOf(
  db: ReadableDb,
  ids: Iterable<string[]>,
  kind: BundleKind,
  visit: (carried: Carried) => Carried,
  pause: () => Promise<unknown>,
) {
  let since = performance.now();
  for (const some of ids) {
    const changed = changedIds(db, some);
    for (const id of some) {
      const stored = readRecord(db, kind, id);
      if (stored) yield visit(toCarried(db, kind, withTexts(db, kind, stored), changed.has(id)));
      if (performance.now() - since < STEP_MS) continue;
      await pause();
      since = performance.now();
    }
  }
}

async function snapshotOf(selection: BundleSelection, services: Services): Promise<Snapshot & { ids: ChosenIds }> {
  const chosen = await chosenSeqs(selection, services);
  const snapshot = services.snapshot();
  try {
    return { ...snapshot, ids: chosenIds(snapshot.db, selection, chosen) };
  } catch (error) {
    snapshot.close();
    throw error;
  }
}

/** Implements `bundle.previewExport`. */
export async function previewExport(
  input: ParsedInputOf<'bundle.previewExport'>,
  { services }: TaskContext,
): Promise<OutputOf<'bundle.previewExport'>> {
  const snapshot = await snapshotOf(resolveSelection(input.selection, services.db()), services);
  const scan = new Scan();
  const counts = [];
  try {
    for (const kind of BUNDLE_KINDS) {
      let count = 0;
      const look = (carried: Carried) => scan.look(carried);
      for await (const _ of carriedOf(snapshot.db, snapshot.ids(kind), kind, look, nextTurn)) count++;
      counts.push({ kind, count });
    }
    const notCarried = Object.entries(countNotCarried(snapshot.db)).map(([what, count]) => ({ what, count }));
    return { counts, notCarried, ...scan.result() };
  } finally {
    snapshot.close();
  }
}

/** Implements `bundle.export`: queues the job. */
export async function exportBundle(
  input: ParsedInputOf<'bundle.export'>,
  { caller, services, once }: TaskContext,
): Promise<OutputOf<'bundle.export'>> {
  const selection = resolveSelection(input.selection, services.db());
  const queue = (context: WriteContext) => {
    // Checked inside the write, so that a repeated request gets its first answer although the file exists by now.
    refuseTarget(input.path, input.overwrite);
    const title = `Export ${basename(input.path)}`;
    return { job: queueJob(context, EXPORT_JOB, { title, input: { ...input, selection } }) };
  };
  const answer = await services.write('bundle.export', caller, queue, once);
  services.wakeJobs();
  return answer;
}

function findingsChanged(): AppError {
  return new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: 'The scan finds something else than the preview showed',
    effect: '; nothing was written.',
    hint: 'Look at the preview again (bundle.previewExport) and repeat with its digest.',
  });
}

/** The result of an earlier run that finished the file just before the program ended; otherwise null. */
async function finishedBefore(path: string, position: Record<string, unknown>): Promise<ExportResult | null> {
  const result = position.result as ExportResult | undefined;
  if (!result || !existsSync(path)) return null;
  return (await fileHash(path)) === result.sha256 ? result : null;
}

const exportAll: RunJob<ExportInput, ExportResult> = async (job, control) => {
  const { selection, redact, path, overwrite, digest } = job.input;
  const before = await finishedBefore(path, job.position);
  if (before) return { ...before };
  refuseTarget(path, overwrite);
  // Not derived from the target's name, which may already have the maximum length.
  const part = join(dirname(path), `.${job.id}.part`);
  const snapshot = await snapshotOf(selection, control.services);
  let scan = new Scan();
  let done = 0;
  let shown = 0;
  const pause = async () => {
    await control.pause();
    if (done - shown < 1000) return;
    shown = done;
    await control.step(() => ({ done }));
  };
  const visit = (carried: Carried) => {
    done++;
    const clean = scan.look(carried);
    return redact ? clean : carried;
  };
  try {
    let total = 0;
    for (const kind of BUNDLE_KINDS) for (const some of snapshot.ids(kind)) total += some.length;
    await control.step(() => ({ total }));
    const startOver = () => {
      rmSync(part, { force: true });
      scan = new Scan();
      done = 0;
      shown = 0;
    };
    startOver();
    const records: CarriedRecords = (kind) => carriedOf(snapshot.db, snapshot.ids(kind), kind, visit, pause);
    const written = await writeBundle(part, records, startOver);
    if (scan.result().digest !== digest) throw findingsChanged();
    const result = { ...written, redacted: redact ? scan.count : 0 };
    await control.step(() => ({ done: total, position: { result } }));
    putInPlace(part, path, overwrite);
    return result;
  } finally {
    snapshot.close();
    rmSync(part, { force: true });
  }
};

/** Writes a bundle to a temporary file beside its target and renames it when complete. */
export const writeExport = defineJob(EXPORT_JOB, async (job, control) => {
  try {
    return await exportAll(job, control);
  } catch (error) {
    throw explainTarget(error, job.input.path);
  }
});
