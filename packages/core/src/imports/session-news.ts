import { shorten } from '@twicewise/contract';
import type { Transcript } from '@twicewise/ingest';
import type { Redactor } from '@twicewise/redaction';
import { getSession } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';

// What a transcript tells of its session, new or known.

/** Longest title of a session, in UTF-16 units. */
const MAX_TITLE = 200;
/** What is written to a transcript so soon after its session was closed does not open it again. In milliseconds. */
const AFTERWARDS_MS = 60_000;

/** What is kept of a transcript besides drafts: when, where, by whom and about what its session was. */
export function sessionFields({ facts }: Transcript, isOver: boolean, agent: string, at: string, redactor: Redactor) {
  // Cut after secrets are out: half of one no longer looks like one.
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

/** See {@link sessionFields}. */
export type SessionNews = ReturnType<typeof sessionFields>;

/** When a session ended: with the latest of its transcripts, which have one each for its helpers; null while it goes on. */
export function sessionEnd(
  known: string | null,
  { lastAt, isOver }: Pick<SessionNews, 'lastAt' | 'isOver'>,
): string | null {
  if (known !== null && (lastAt === null || Date.parse(lastAt) <= Date.parse(known) + AFTERWARDS_MS)) return known;
  return isOver ? lastAt : null;
}

/** Adds what a session that is there already lacks; it may have gone on since. */
export function completeSession(context: WriteContext, id: string, fields: SessionNews): void {
  const current = getSession(context.db, id);
  if (!current) return;
  const { agent, goal, branch, startedAt } = fields;
  context.record.update('session', id, {
    agent: current.agent ?? agent,
    goal: current.goal ?? goal,
    branch: current.branch ?? branch,
    startedAt: [startedAt, current.startedAt].sort()[0],
    endedAt: sessionEnd(current.endedAt, fields),
  });
}
