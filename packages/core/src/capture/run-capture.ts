import { shorten } from '@twicewise/contract';
import { ownTranscript, type TranscriptFile } from '@twicewise/ingest';
import { createRedactor } from '@twicewise/redaction';
import { getSession, type JobRecord, type ReadableDb, sessionsByNativeId } from '@twicewise/store';
import { checksOf, readSession } from '../imports/read-session.ts';
import {
  beginWriting,
  isQuiet,
  NOTHING_YET,
  type Progress,
  resultOf,
  toUnfinished,
} from '../imports/transcript-progress.ts';
import { TranscriptWriter } from '../imports/transcript-writer.ts';
import { defineJob, type JobControl, type JobOf } from '../runtime/jobs/job-kind.ts';
import { CAPTURE_JOB, type CaptureInput, type CapturePosition, type LastRead, positionOf } from './capture-job.ts';
import { helpersOf } from './helper-transcripts.ts';
import { isCaptureOff } from './wanted.ts';

/** Counts that the result of a session's job adds up over all readings; the other fields are those of the last one. */
const SUMS = ['sessions', 'drafts', 'redacted', 'episodes', 'episodesChanged', 'attempts', 'attemptsChanged'] as const;

type CaptureJob = JobOf<CaptureInput>;

function countsSoFar({ result }: Pick<JobRecord, 'result'>): Progress {
  const before = (result ?? {}) as Partial<Progress>;
  return { ...NOTHING_YET, ...Object.fromEntries(SUMS.map((name) => [name, before[name] ?? 0])) };
}

/** Maximum length of a session's task in the operations log, in UTF-16 units. */
const MAX_TASK = 120;
const firstLine = (text: string) => text.trim().split('\n', 1)[0] ?? '';

/** True when nothing is new: neither the file nor the checks of its project. */
function isRead(read: LastRead, { path, bytes, changedAt }: TranscriptFile, checks: readonly string[]): boolean {
  const last = read[path];
  const isSame = last?.bytes === bytes && last.changedAt === changedAt;
  return isSame && JSON.stringify(last.checks ?? []) === JSON.stringify(checks);
}

/** The transcripts of the session and its subagents, if they may be read. */
async function filesOf(job: CaptureJob, database: string): Promise<TranscriptFile[]> {
  const { agent, path } = job.input;
  const main = await ownTranscript(path, database);
  return main === null ? [] : [main, ...(await helpersOf(agent, path, database))];
}

/** The summary for the operations log. It names the session's task, for a subagent's transcript too. */
function summaryOf(job: CaptureJob, db: ReadableDb): string {
  const [known] = sessionsByNativeId(db, job.input.session, null);
  const goal = known === undefined ? null : (getSession(db, known.id)?.goal ?? null);
  return goal === null ? job.title : `Wrote down: ${shorten(firstLine(goal), MAX_TASK)}`;
}

/** Reads one transcript and writes its contents. Each step is one transaction with the job's progress. */
async function capture(
  job: CaptureJob,
  file: TranscriptFile,
  before: Progress,
  at: CapturePosition,
  checks: string[],
  control: JobControl,
) {
  const input = { ...job.input, over: at.over };
  const redactor = createRedactor({ homePaths: true, emails: true });
  const clean = (text: string) => redactor.redactText(text).text;
  const reading = { pause: () => control.pause(), clean, goesOn: !at.over };
  const { transcript, project } = await readSession(file, input, { caller: job.caller, reading, control });
  const writer = new TranscriptWriter(input, redactor);
  let written = beginWriting(file, at.left, before);
  while (!written.isDone) {
    const already = written;
    await control.step((context) => {
      written = transcript
        ? writer.write({ ...context, caller: { ...job.caller, project } }, file, transcript, already)
        : { ...already, progress: { ...before, unreadable: before.unreadable + 1 }, isDone: true };
      // The size before reading, so that lines added meanwhile are read next time.
      if (written.isDone) at.read[file.path] = { bytes: file.bytes, changedAt: file.changedAt, checks };
      at.left = toUnfinished(file, written);
      context.record.finish({ name: 'job.capture', summary: summaryOf(job, context.db), jobId: job.id });
      return { done: written.progress.files, position: { ...at } };
    });
  }
  return written.progress;
}

/**
 * Updates a session's episode and drafts from its transcript, like `import.history`. A transcript that is gone or changes during
 * reading is not a failure: the available part is read, and the rest when the transcript is handed over again.
 */
export const captureSession = defineJob(CAPTURE_JOB, async (job, control) => {
  const startedAt = performance.now();
  const { paths, now } = control.services;
  // Capture may have been switched off since the request.
  const where = { db: control.services.db(), caller: job.caller };
  if (isCaptureOff(job.input.session, where)) return resultOf(countsSoFar(job));
  const files = await filesOf(job, paths.database);
  const [main] = files;
  const before = positionOf(job);
  const checks = checksOf(where.db, job.input, job.caller);
  const over = job.input.over || (main !== undefined && isQuiet(main, now()));
  const at: CapturePosition = { ...before, over };
  let counts = { ...countsSoFar(job), unreadable: main === undefined ? 1 : 0 };
  for (const file of files) {
    if (isRead(before.read, file, checks) && over === before.over) continue;
    counts = await capture(job, file, counts, at, checks, control);
  }
  await control.step(() => ({ position: { ...at, tookMs: Math.round(performance.now() - startedAt) } }));
  return resultOf(counts);
});
