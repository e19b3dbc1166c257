import { findTranscripts } from '@twicewise/ingest';
import { createRedactor } from '@twicewise/redaction';
import { defineJob } from '../runtime/jobs/job-kind.ts';
import { readSession } from './read-session.ts';
import {
  beginWriting,
  isLeft,
  markRead,
  NOTHING_YET,
  type Progress,
  resultOf,
  TRANSCRIPTS_JOB,
  toUnfinished,
  type Unfinished,
} from './transcript-progress.ts';
import { TranscriptWriter } from './transcript-writer.ts';

/**
 * Reads an agent's past sessions into episodes and drafts of lessons, by the rules in `ingest/transcripts`. Each transcript is
 * written in transactions of its own; running it again adds what is new.
 */
export const importTranscripts = defineJob(TRANSCRIPTS_JOB, async (job, control) => {
  const { input } = job;
  const since = input.since === undefined ? 0 : Date.parse(input.since);
  const { files, unreadable } = await findTranscripts(input.path, since);
  const redactor = createRedactor({ homePaths: true, emails: true });
  const writer = new TranscriptWriter(input, redactor);
  const reading = { pause: () => control.pause(), clean: (text: string) => redactor.redactText(text).text };
  const { left, ...reached } = (job.position ?? {}) as Partial<Progress> & { left?: Unfinished | null };
  let progress: Progress = { ...NOTHING_YET, unreadable, ...reached };
  await control.step(() => ({ total: files.length }));
  for (const file of files.filter((one) => isLeft(progress, one))) {
    // A file that is gone or unreadable must not end the import.
    const caller = { ...job.caller, project: null };
    const { transcript, project } = await readSession(file, input, { caller, reading, control });
    let at = beginWriting(file, left, progress);
    while (!at.isDone) {
      const before = at;
      await control.step((context) => {
        at = transcript
          ? writer.write({ ...context, caller: { ...context.caller, project } }, file, transcript, before)
          : { ...before, progress: { ...markRead(progress, file), unreadable: progress.unreadable + 1 }, isDone: true };
        // The summary is of one step; the totals are in the job's result.
        context.record.finish({ name: 'job.history', summary: job.title, jobId: job.id });
        return {
          done: at.progress.files,
          position: { ...(at.isDone ? at.progress : progress), left: toUnfinished(file, at) },
        };
      });
    }
    progress = at.progress;
  }
  return { agent: input.agent, ...resultOf(progress) };
});
