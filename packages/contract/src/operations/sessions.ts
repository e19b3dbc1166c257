import * as z from 'zod';
import { sessionOrder } from '../domain/episode.ts';
import { operationId, reference } from '../domain/ids.ts';
import { job } from '../domain/job.ts';
import { cursor, limit, page } from '../domain/page.ts';
import { extra, outcome, outcomeSource } from '../domain/reflection.ts';
import { session, unrecordedSession } from '../domain/session.ts';
import { label, text } from '../domain/text.ts';
import { instant } from '../domain/time.ts';
import { summaryParts, summaryVersion } from '../domain/working-summary.ts';
import { SUMMARY_PARTS } from '../facts/attempts.ts';
import { command, query } from './define.ts';
import { episodeFilters, logPath } from './episodes.ts';

/** What should be done at the end of a session, and whether it is done (S1-63). */
const checklist = z
  .array(
    z.object({
      step: z.enum(['lessons', 'episode']),
      state: z.enum(['done', 'queued', 'open']).describe('queued: the job of this answer does it'),
      next: z.string().nullable().describe('What to do, in words; null when nothing is left to do'),
    }),
  )
  .describe('What belongs to the end of a session: its lessons, and its episode, from its log or recorded');

/** When a program passes on the transcript of a session: its agent ended a turn, is about to be compacted, or has ended. */
const captureMoment = z.enum(['turn', 'compaction', 'end']);

/**
 * Why a session is not captured: capture is switched off, the format of the transcript is unknown, its file may not be read, or
 * what was captured before was undone or purged, or its job cancelled.
 */
const notCaptured = z.enum(['switched_off', 'unknown_format', 'unfit_file', 'taken_back']);

const written = z.object({ session, operationId: operationId.nullable(), notes: z.array(z.string()) });

/** Fields of a note on a session, for an operation and for a tool. */
export const noteFields = {
  sessionId: reference.optional().describe('Default: the caller’s own'),
  projectId: reference.optional(),
  ...summaryParts,
};

/** Whether a note says anything. */
export function saysSomething(
  note: { readonly [Part in (typeof SUMMARY_PARTS)[number]]?: string | undefined },
): boolean {
  return SUMMARY_PARTS.some((part) => (note[part] ?? '').trim() !== '');
}

/** Error message for a note without any words. */
export const EMPTY_NOTE = `say at least one of ${SUMMARY_PARTS.join(', ')}`;

/** Operations on sessions: one run of an agent each. */
export const sessionOperations = {
  'session.list': query(
    'Sessions, the most recently started first.',
    z.strictObject({ projectId: reference.optional(), limit: limit(50), cursor }),
    page(session),
  ),
  'session.unrecorded': query(
    'Unrecorded sessions, which have attempts or turns, but no episode, in the order and by the filters of episode.list: the ' +
      'outcome is that of the session, the time when it began, the author that of its latest attempt, else turn, and words are ' +
      'those of an attempt or a turn. A session is in the bin when all its attempts and turns are, and then those are meant.',
    z.strictObject({ ...episodeFilters, order: sessionOrder, limit: limit(20, 100), cursor }),
    page(unrecordedSession).extend({ total: z.int().describe('Matches in all') }),
  ),
  'session.get': query(
    'One session.',
    z.strictObject({ id: reference, projectId: reference.optional() }),
    z.object({ session }),
  ),
  'session.start': command(
    'Open a session, or return it when it is already there.',
    z.strictObject({
      sessionId: reference.optional().describe('Your own id for it; without one it has only ours'),
      projectId: reference.optional(),
      goal: text().nullable().default(null),
      agent: label(256).nullable().default(null),
      mode: label(64).nullable().default(null),
      branch: label(512).nullable().default(null),
      parentId: reference.nullable().default(null),
      startedAt: instant.optional(),
      extra: extra.default({}),
    }),
    written,
  ),
  'session.end': command(
    'Close a session. The outcome stays unknown unless it is given. With its log, what happened in it becomes its episode.',
    z.strictObject({
      sessionId: reference,
      projectId: reference.optional(),
      outcome: outcome.default('unknown'),
      outcomeSource: outcomeSource.default('reported'),
      endedAt: instant.optional(),
      log: logPath.optional().describe('Absolute path of its log on the machine of the host, JSON or Markdown'),
    }),
    written.extend({ job: job.nullable().describe('Reads the log into the episode of the session'), checklist }),
  ),
  'session.note': command(
    'Write down where a session stands: its goal, what is done, how it goes on, what is known, what is next. A part that is left out or blank stays as it was. Told again after the context was cut, on resume, and to the next session on the branch.',
    z.strictObject(noteFields).refine(saysSomething, { message: EMPTY_NOTE }),
    written,
  ),
  'session.notes': query(
    'Every version of where a session stood, the newest first, with who wrote it.',
    z.strictObject({ id: reference, projectId: reference.optional(), limit: limit(50), cursor }),
    page(summaryVersion),
  ),
  'session.capture': command(
    'Write a session down from the transcript that its agent’s program keeps: what import.history makes of it. For the hooks of these programs, and for a person. One job per session reads what is new a moment later; asked again meanwhile it reads once.',
    z.strictObject({
      agent: label(256).describe('Name of the program; import.history knows which formats are understood'),
      sessionId: label(512).describe('The session, as that program names it'),
      transcript: z.string().min(1).max(4096).describe('Absolute path of its transcript on the machine of the host'),
      moment: captureMoment.default('turn'),
    }),
    z.object({
      job: job.nullable(),
      left: notCaptured
        .nullable()
        .describe(
          'Why nothing is read: it is switched off; the format is not known; the file is none, a link, or another person’s; what was written down of this session was undone or purged, or its job cancelled',
        ),
    }),
  ),
};
