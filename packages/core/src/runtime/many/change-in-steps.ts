import type { ChangeResult, OperationName } from '@twicewise/contract';
import type { ReadableDb } from '@twicewise/store';
import type { WriteContext } from '../context.ts';
import type { JobControl, JobOf } from '../jobs/job-kind.ts';
import { STEP_MS } from '../jobs/step-time.ts';
import type { ManyInput } from './change-as-previewed.ts';

/** How far a change of many records has come; stored with the job. */
interface Position extends Record<string, unknown> {
  /** Records with a `seq` up to this one are done. */
  seq: number;
  changed: number;
  /** The one of which only a part is done. It may be no longer among those that are selected. */
  begun: number | null;
  /** Changes of records that were written. */
  written: number;
}

/** What is known when a record is to be changed. */
interface Progress {
  /** True when an earlier step changed a part of it. */
  isBegun: boolean;
  /** True when this step took long enough. */
  isOver: () => boolean;
}

/** What a change of many asks of each record. */
interface Changeable {
  seq: number;
}

/** How the records of one kind are changed. */
interface Steps<Row extends Changeable> {
  /** The operation under which each step is logged. */
  name: OperationName;
  /** `seq` of the selected records. */
  seqs: readonly number[];
  /** Maximum number of records per step. */
  perStep: number;
  read: (db: ReadableDb, seqs: readonly number[]) => readonly Row[];
  /** Whether a record was changed after an operation. The log says so: an undo brings an earlier revision back. */
  isChangedAfter: (db: ReadableDb, row: Row, upTo: number) => boolean;
  /**
   * Makes for each step what changes a record; that returns false for one that is left as it is, and `begun` for one that is made of
   * so much that the next step goes on with it.
   */
  changer: (context: WriteContext) => (row: Row, progress: Progress) => boolean | 'begun';
  /** How many records these are made of, by which progress is counted then. */
  records?: number;
}

type Done = { next: Position; taken: number };

function step<Row extends Changeable>(
  context: WriteContext,
  { read, changer, perStep, isChangedAfter }: Steps<Row>,
  waiting: readonly number[],
  position: Position,
  upTo: number,
): Done {
  const started = performance.now();
  const isOver = () => performance.now() - started > STEP_MS;
  const { begun } = position;
  const seqs = waiting.slice(0, begun !== null && begun === waiting[0] ? 1 : perStep);
  const rows = new Map(read(context.db, seqs).map((row) => [row.seq, row]));
  const change = changer(context);
  const next = { ...position };
  let taken = 0;
  for (const at of seqs) {
    if (taken > 0 && isOver()) break;
    const row = rows.get(at);
    const isBegun = at === begun;
    const isMeant = row !== undefined && (isBegun || !isChangedAfter(context.db, row, upTo));
    const done = isMeant && change(row, { isBegun, isOver });
    next.begun = done === 'begun' ? at : null;
    if (done === 'begun') break;
    if (done) next.changed++;
    next.seq = at;
    taken++;
  }
  next.written += context.record.changes.length;
  return { next, taken };
}

/**
 * Changes a large selection in steps, each one operation of the job. Records changed since the preview are skipped and counted, so
 * that nothing changes that the person has not seen.
 */
export async function changeInSteps<Row extends Changeable>(
  job: JobOf<ManyInput>,
  control: JobControl,
  steps: Steps<Row>,
): Promise<ChangeResult> {
  const { upTo, expected } = job.input;
  const { records } = steps;
  let position: Position = { seq: 0, changed: 0, begun: null, written: 0, ...job.position };
  const { begun } = position;
  const waiting = [...new Set([...steps.seqs, ...(begun === null ? [] : [begun])])]
    // What comes before a record of which a part is done was not selected when its turn was: it matches only since.
    .filter((seq) => (begun === null ? seq > position.seq : seq >= begun))
    .sort((a, b) => a - b);
  await control.step(() => ({ total: records ?? expected }));
  while (waiting.length > 0) {
    let done: Done = { next: position, taken: 0 };
    await control.step((context) => {
      done = step(context, steps, waiting, position, upTo);
      context.record.finish({ name: steps.name, summary: job.title, jobId: job.id });
      return { done: records === undefined ? done.next.changed : done.next.written, position: done.next };
    });
    position = done.next;
    waiting.splice(0, done.taken);
  }
  return { changed: position.changed, changedMeanwhile: Math.max(0, expected - position.changed) };
}
