import {
  AppError,
  type OutputOf,
  type ParsedInputOf,
  SUMMARY_PARTS,
  type SummaryPart,
  type WorkingSummary,
} from '@twicewise/contract';
import { getSession } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { resolvePlace } from '../runtime/references.ts';

// Where a session stands (docs/adr/0042). It is a field of the session, so undo, bundles, redaction and the operations log hold
// for it as for any other; its versions are read from that log.

/** Parts of a summary, where something is known of them. */
export type SummaryNews = Partial<Record<SummaryPart, string | null | undefined>>;

const BLANK: Omit<WorkingSummary, 'at'> = {
  goal: null,
  progress: null,
  approach: null,
  known: null,
  next: null,
  said: [],
};

/** True for a text with something other than white space. */
const isGiven = (value: string | null | undefined): value is string => (value ?? '').trim() !== '';

/** A summary with what somebody wrote. A blank part never replaces a known one (S4-32). */
export function noted(
  known: WorkingSummary | null,
  goal: string | null,
  news: SummaryNews,
  at: string,
): WorkingSummary {
  const given = SUMMARY_PARTS.filter((part) => isGiven(news[part]));
  const before = known ?? { ...BLANK, goal };
  const parts = Object.fromEntries(given.map((part) => [part, news[part]]));
  const said = SUMMARY_PARTS.filter((part) => before.said.includes(part) || given.includes(part));
  // Where nobody wrote the goal, a transcript may have given it in full; the session's own is then only its beginning.
  const kept = before.said.includes('goal') ? (goal ?? before.goal) : (before.goal ?? goal);
  return { ...before, goal: kept, ...parts, said, at };
}

/** Handles `session.note`: the session is created when this is the first that is heard of it. */
export function writeNote(input: ParsedInputOf<'session.note'>, context: WriteContext): OutputOf<'session.note'> {
  const { sessionId, projectId, ...news } = input;
  const { author } = context.caller;
  const blank = noted(null, null, news, context.at);
  const fresh = {
    agent: author.kind === 'agent' ? author.name : null,
    goal: blank.goal,
    workingSummary: blank,
    startedAt: context.at,
  };
  const { session: place, project } = resolvePlace(context, { sessionId, projectId }, fresh);
  if (!place) {
    throw new AppError({
      code: 'invalid_input',
      message: 'There is no session to note this of.',
      hint: 'Name it with sessionId.',
    });
  }
  const current = getSession(context.db, place.id);
  if (!current) throw new Error(`session ${place.id} vanished`);
  if (!place.created) {
    const goal = isGiven(news.goal) ? news.goal : current.goal;
    const workingSummary = noted(current.workingSummary, goal, news, context.at);
    context.record.update('session', place.id, { goal, workingSummary });
  }
  const operationId = context.record.finish({
    name: 'session.note',
    summary: `Noted where session ${current.nativeId ?? place.id} stands`,
    sessionId: place.id,
    projectId: current.projectId,
  });
  const session = getSession(context.db, place.id);
  if (!session) throw new Error(`session ${place.id} vanished`);
  return { session, operationId, notes: [...project.notes, ...place.notes] };
}
