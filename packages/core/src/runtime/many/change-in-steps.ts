import type { ChangeResult, OperationName } from '@twicewise/contract';
import type { ReadableDb } from '@twicewise/store';
import type { WriteContext } from '../context.ts';
import type { JobControl, JobOf } from '../jobs/job-kind.ts';
import { STEP_MS } from '../jobs/step-time.ts';
import type { ManyInput } from './change-as-previewed.ts';

/** Progress of a change of many records; stored with the job. */
interface Position extends Record<string, unknown> {
  /** Records with a `seq` up to this one are done. */
  seq: number;
  changed: number;
}

/** What a change of many asks of each record. */
interface Changeable {
  seq: number;
  revision: number;
}

/** How the records of one kind are changed. */
interface Steps<Row extends Changeable> {
  /** The operation under which each step is logged. */
  name: OperationName;
  /** `seq` of the selected records, ascending. */
  seqs: readonly number[];
  /** Maximum number of records per step. */
  perStep: number;
  read: (db: ReadableDb, seqs: readonly number[]) => readonly Row[];
  /** Makes for each step what changes a record; that returns false for one that is left as it is. */
  changer: (context: WriteContext) => (row: Row) => boolean;
}

type Done = { next: Position; taken: number };

function step<Row extends Changeable>(
  context: WriteContext,
  { read, changer, perStep }: Steps<Row>,
  waiting: readonly number[],
  { seq, changed }: Position,
  upTo: number,
): Done {
  const started = performance.now();
  const seqs = waiting.slice(0, perStep);
  const rows = new Map(read(context.db, seqs).map((row) => [row.seq, row]));
  const change = changer(context);
  const next = { seq, changed };
  let taken = 0;
  for (const at of seqs) {
    if (taken > 0 && performance.now() - started > STEP_MS) break;
    const row = rows.get(at);
    if (row && row.revision <= upTo && change(row)) next.changed++;
    next.seq = at;
    taken++;
  }
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
  let position: Position = { seq: 0, changed: 0, ...job.position };
  let waiting = steps.seqs.filter((seq) => seq > position.seq);
  await control.step(() => ({ total: expected }));
  while (waiting.length > 0) {
    let done: Done = { next: position, taken: 0 };
    await control.step((context) => {
      done = step(context, steps, waiting, position, upTo);
      context.record.finish({ name: steps.name, summary: job.title, jobId: job.id });
      return { done: done.next.changed, position: done.next };
    });
    position = done.next;
    waiting = waiting.slice(done.taken);
  }
  return { changed: position.changed, changedMeanwhile: Math.max(0, expected - position.changed) };
}
