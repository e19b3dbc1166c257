import { shorten } from '@twicewise/contract';
import type { Transcript } from '@twicewise/ingest';
import type { Redactor } from '@twicewise/redaction';
import { getSession } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { MAX_TITLE, type SummaryReading, summaryAfter } from '../sessions/read-summary.ts';

// Session fields that a transcript provides, for new and known sessions.

/** A transcript written within this time after its session was closed does not reopen it. In milliseconds. */
const AFTERWARDS_MS = 60_000;

/** What is stored of a transcript besides drafts: time, place, author and topic of its session. */
export function sessionFields({ facts }: Transcript, isOver: boolean, agent: string, at: string, redactor: Redactor) {
  // Redact before cutting: half a secret is not recognised.
  const clean = (text: string | null) => (text === null ? null : redactor.redactText(text).text);
  const title = clean(facts.title);
  return {
    agent,
    goal: title && shorten(title, MAX_TITLE),
    branch: clean(facts.branch),
    startedAt: facts.startedAt ?? at,
    lastAt: facts.endedAt,
    isOver,
  };
}

export type SessionNews = ReturnType<typeof sessionFields>;

/** When a session ended: the latest end of its transcripts, including those of subagents; null while it continues. */
export function sessionEnd(
  known: string | null,
  { lastAt, isOver }: Pick<SessionNews, 'lastAt' | 'isOver'>,
): string | null {
  if (known !== null && (lastAt === null || Date.parse(lastAt) <= Date.parse(known) + AFTERWARDS_MS)) return known;
  return isOver ? lastAt : null;
}

/** What a transcript says of where its session stands; null when it says nothing. */
export function readingOf(
  { summary, facts }: Transcript,
  { goal: title, startedAt }: SessionNews,
  redactor: Redactor,
): SummaryReading | null {
  if (summary === null) return null;
  return { summary: redactor.redact(summary).value, endedAt: facts.endedAt, startedAt, title };
}

/**
 * Fills in fields that a known session lacks, moves its end if it continued, and brings where it stands up to date: one change, so
 * that an undo restores the session exactly.
 */
export function completeSession(
  context: WriteContext,
  id: string,
  fields: SessionNews,
  reading: SummaryReading | null,
): void {
  const current = getSession(context.db, id);
  if (!current) return;
  const { agent, goal, branch, startedAt } = fields;
  context.record.update('session', id, {
    agent: current.agent ?? agent,
    goal: current.goal ?? goal,
    branch: current.branch ?? branch,
    startedAt: [startedAt, current.startedAt].sort()[0],
    endedAt: sessionEnd(current.endedAt, fields),
    workingSummary: summaryAfter(current, reading, context.at),
  });
}
