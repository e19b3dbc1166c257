import { SUMMARY_PARTS, type SummaryPart, shorten, type WorkingSummary } from '@twicewise/contract';
import type { TranscriptSummary } from '@twicewise/ingest';

// Where a session stands as its transcript, or the state of its loop, shows it, for the parts that nobody wrote (docs/adr/0044).

/** What was read of a transcript, with secrets replaced. */
export interface SummaryReading {
  summary: TranscriptSummary;
  /** The last moment of the transcript; null where it has no times. */
  endedAt: string | null;
  /** When the transcript begins, or when it was read. */
  startedAt: string;
  /** What the session is called by its transcript. */
  title: string | null;
}

/** True for a copy from before the session went on; it takes nothing back. */
function isEarlier(known: WorkingSummary | null, endedAt: string | null): boolean {
  return known?.readTo !== undefined && (endedAt === null || endedAt < known.readTo);
}

/** The summary with what was read; null when that is nothing new. `goal` is used where the transcript does not decide it. */
function withReading(
  known: WorkingSummary | null,
  { summary, endedAt }: Pick<SummaryReading, 'summary' | 'endedAt'>,
  goal: string | null,
  at: string,
): WorkingSummary | null {
  if (isEarlier(known, endedAt)) return null;
  const partOf = (part: SummaryPart): string | null => {
    const before = known?.[part] ?? null;
    if (known?.said.includes(part)) return before;
    if (part === 'goal') return goal ?? before;
    return summary[part] ?? (summary.cleared.includes(part) ? null : before);
  };
  const parts = {
    goal: partOf('goal'),
    progress: partOf('progress'),
    approach: partOf('approach'),
    known: partOf('known'),
    next: partOf('next'),
  };
  if (SUMMARY_PARTS.every((part) => parts[part] === (known?.[part] ?? null))) return null;
  const moment = endedAt ?? at;
  const last = known !== null && known.at > moment ? known.at : moment;
  return { ...parts, said: known?.said ?? [], at: last, ...(endedAt === null ? {} : { readTo: endedAt }) };
}

/** The longest title that a session gets of its transcript, in UTF-16 units. */
export const MAX_TITLE = 200;

/**
 * The goal that a reading gives. Somebody may have given the session one, which is then neither its title by the transcript nor
 * its first request; and a part of a session that begins later has no say in what the session began with.
 */
function goalOf(
  { summary, startedAt, title }: SummaryReading,
  session: { goal: string | null; startedAt: string; workingSummary: WorkingSummary | null },
): string | null {
  const { goal: given, workingSummary: known } = session;
  const fromTranscript = [title, summary.goal && shorten(summary.goal, MAX_TITLE), summary.goal];
  const isGiven = given !== null && !fromTranscript.includes(given) && (known === null || known.goal === given);
  if (isGiven) return given;
  const isWhole = startedAt <= session.startedAt;
  return isWhole ? (summary.goal ?? known?.goal ?? given) : (known?.goal ?? summary.goal ?? given);
}

/** Where a session stands after a reading: null where nothing is known, the same value where nothing is new. */
export function summaryAfter(
  session: { goal: string | null; startedAt: string; workingSummary: WorkingSummary | null },
  reading: SummaryReading | null,
  at: string,
): WorkingSummary | null {
  const { workingSummary: known } = session;
  return reading === null ? known : (withReading(known, reading, goalOf(reading, session), at) ?? known);
}
