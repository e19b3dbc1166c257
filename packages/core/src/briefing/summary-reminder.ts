import type { Session, SUMMARY_PARTS, WorkingSummary } from '@twicewise/contract';
import { episodeOfSession, findAttempts, getSession, sessionsWithSummary } from '@twicewise/store';
import { summarised, tell } from '../agent-text/tell.ts';
import type { CountTokens } from '../agent-text/tokens.ts';
import { REMINDERS } from '../agent-text/wording.ts';
import type { Context } from '../runtime/context.ts';
import { callerProject } from '../runtime/references.ts';
import { meantProject, ownSession } from '../runtime/scope.ts';
import { ageOf } from './age.ts';
import type { ReminderRequest } from './reminders.ts';

// Where the session stood is told again to an agent that lost its context, or that takes over from an earlier session on the same
// branch (docs/adr/0042).

/** Maximum tokens of the text. */
const MAX_TOKENS = 300;
/** Maximum tokens of one part, so that a long one leaves room for the others. */
const MAX_PART_TOKENS = 90;
/** Work that rested longer than this is not taken up unasked. In milliseconds. */
const MAX_AGE_MS = 30 * 86_400_000;

/** A summary worth telling. */
export interface SummaryToTell {
  session: Session;
  summary: WorkingSummary;
  /** It is the agent's own; otherwise that of the session before. */
  isOwn: boolean;
}

const LABELS: Readonly<Record<(typeof SUMMARY_PARTS)[number], string>> = {
  goal: 'goal',
  next: 'next',
  progress: 'where it stands',
  known: 'known',
  approach: 'approach',
};
/** What an agent needs first to go on; what does not fit is left out from the end. */
const IN_ORDER = ['goal', 'next', 'progress', 'known', 'approach'] as const satisfies (typeof SUMMARY_PARTS)[number][];

/** A goal alone says nothing about how far the work came. */
const saysHowFar = (summary: WorkingSummary) => IN_ORDER.some((part) => part !== 'goal' && summary[part] !== null);

/**
 * True where something may be left to do: a todo, or changes that neither passed their checks nor were committed. Where somebody
 * wrote a part, they meant it to be told.
 */
function isUnfinished({ db }: Context, { id }: Session, { said, next }: WorkingSummary): boolean {
  if (said.length > 0 || next !== null) return true;
  const [last] = findAttempts(db, { deleted: 'exclude', sessionIds: [id] }, 'newest', 1).items;
  if (!last || last.outcome === 'success') return false;
  if (last.outcome === 'failure') return true;
  const committed = episodeOfSession(db, id)?.events.findLast(({ type }) => type === 'commit')?.at ?? '';
  return committed < (last.endedAt ?? '');
}

/** Where the agent's own session stands, or, at its start, the one before it on the same branch; null when nothing is known. */
export function findSummaryToTell(
  { occasion, branch, projectId }: ReminderRequest,
  context: Context,
): SummaryToTell | null {
  const { db, caller } = context;
  if ((occasion !== 'session_start' && occasion !== 'context_cut') || caller.subagent !== undefined) return null;
  const ownId = ownSession(context);
  const own = ownId === undefined ? null : getSession(db, ownId);
  if (own?.workingSummary) return { session: own, summary: own.workingSummary, isOwn: true };
  const project = meantProject(projectId, context).projectId ?? callerProject(db, caller);
  if (occasion !== 'session_start' || project === null) return null;
  const others = sessionsWithSummary(db, project).filter(({ id }) => id !== ownId);
  const before = others.find((session) => session.branch === (branch ?? null));
  const summary = before?.workingSummary;
  if (!summary || !saysHowFar(summary) || !isUnfinished(context, before, summary)) return null;
  if (context.now() - Date.parse(summary.at) > MAX_AGE_MS) return null;
  return { session: before, summary, isOwn: false };
}

function opening({ session, summary, isOwn }: SummaryToTell, now: number): string {
  const age = ageOf({ observedAt: null, createdAt: summary.at, timeQuality: 'exact' }, now);
  if (isOwn) return `Where your session stood ${age}`;
  return `Where the session before stood ${age}${session.branch === null ? '' : ', on the same branch'}`;
}

/** The text for the agent, of at most `max` tokens and never more than 300; null when not even one part fits. */
export function summaryText(
  told: SummaryToTell,
  max: number,
  now: number,
  count: CountTokens,
): { text: string; tokens: number } | null {
  const { enclose } = REMINDERS.context_cut;
  const head = opening(told, now);
  const parts = IN_ORDER.flatMap((part) => {
    const said = told.summary[part];
    return said === null ? [] : [{ label: LABELS[part], said }];
  });
  const fitted = tell({
    head: [],
    items: parts,
    words: ({ label, said }, room) => `- ${label}: ${summarised(said, Math.min(room - 10, MAX_PART_TOKENS), count)}`,
    max: Math.min(max, MAX_TOKENS) - count(enclose(`${head}\n`)),
    count,
  });
  if (fitted.omitted === parts.length) return null;
  const text = enclose(`${head}\n${fitted.text}`);
  return { text, tokens: count(text) };
}
