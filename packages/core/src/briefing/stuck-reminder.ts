import type { Silence, StuckStretch } from '@twicewise/contract';
import { type AttemptMeasures, lastAgentCall, measureAttempts } from '@twicewise/store';
import { summarised, tell } from '../agent-text/tell.ts';
import type { CountTokens } from '../agent-text/tokens.ts';
import { REMINDERS } from '../agent-text/wording.ts';
import { findStuck } from '../attempts/stuck.ts';
import { waysPast } from '../attempts/way-out.ts';
import type { Context } from '../runtime/context.ts';
import { ownSession } from '../runtime/scope.ts';

// An agent that goes round in circles does not see that it does. It is told so from the attempts of its session, which are found
// in its transcript while it works (docs/adr/0041).

/** Attempts of the session, and of its project, that are looked at: the latest ones. */
const MAX_OWN = 50;
const MAX_OTHERS = 500;
/** Maximum numbers of attempts, and of ways out, that are told. */
const MAX_TRIED = 5;
const MAX_WAYS = 2;

/** A session that is stuck now, and what helped others. */
export interface StuckNow {
  reason: StuckStretch['reason'];
  what: string | null;
  /** The attempts that led nowhere, the latest first. */
  tried: readonly AttemptMeasures[];
  /** Attempts that got past the same error. */
  ways: readonly AttemptMeasures[];
}

/** True for an attempt of which nothing is known yet: something was changed and not checked. */
const isBegun = ({ outcome, errors }: AttemptMeasures) => outcome === 'unknown' && errors.length === 0;

/** The stretch that lasts until now, if there is one. */
function currentStretch(own: readonly AttemptMeasures[]): StuckStretch | null {
  const last = own.at(-1);
  const checked = last && isBegun(last) ? own.slice(0, -1) : own;
  const end = checked.at(-1)?.id;
  return findStuck(checked).find(({ attemptIds }) => attemptIds.at(-1) === end) ?? null;
}

/** Where the caller's session is stuck now; otherwise why it is told nothing. A stretch is told once, however long it lasts. */
export function stuckNow(context: Context): StuckNow | Silence {
  const { db, caller } = context;
  const { session, subagent } = caller;
  const sessionId = ownSession(context);
  if (session === null || subagent !== undefined || sessionId === undefined) return 'nothing_relevant';
  const { measures: own } = measureAttempts(db, { deleted: 'exclude', sessionIds: [sessionId] }, MAX_OWN);
  const stretch = currentStretch(own);
  if (stretch === null) return 'nothing_relevant';
  const tried = own.filter(({ id }) => stretch.attemptIds.includes(id));
  const told = lastAgentCall(db, { sessionRef: session, subagent: null }, 'stuck');
  if (told !== null && told.at >= (tried[0]?.at ?? '')) return 'known_already';
  const { reason, what } = stretch;
  return { reason, what, tried: tried.reverse(), ways: what === null ? [] : waysIn(context, sessionId, what) };
}

function waysIn({ db }: Context, sessionId: string, error: string): AttemptMeasures[] {
  const others = measureAttempts(db, { deleted: 'exclude', besideSession: sessionId }, MAX_OTHERS).measures;
  return waysPast(error, others).slice(0, MAX_WAYS);
}

const SAID: Readonly<Record<StuckStretch['reason'], string>> = {
  declared: 'No progress, as you said of each',
  same_error: 'The same error came after each of them',
  more_failures: 'More tests failed after each of them',
};

interface Item {
  word: string;
  text: string;
}

/** The text for the agent, of at most `max` tokens; null when not even one attempt fits. */
export function stuckText(
  { reason, what, tried, ways }: StuckNow,
  max: number,
  count: CountTokens,
): { text: string; tokens: number } | null {
  const { opening, enclose } = REMINDERS.stuck;
  const around = enclose(`${opening}\n`);
  const told: Item[] = [
    ...ways.map((one) => ({ word: 'what got past this error before', text: one.strategy || one.task })),
    ...tried.slice(0, MAX_TRIED).map((one) => ({ word: 'tried', text: one.strategy || one.task })),
  ];
  const head = [`${SAID[reason]}${what === null ? '' : `: ${summarised(what, 60, count)}`}`];
  const fitted = tell({
    head,
    items: told,
    words: ({ word, text }, room) => `- ${word}: ${summarised(text, Math.min(room - 10, 60), count)}`,
    max: max - count(around),
    count,
  });
  if (fitted.omitted === told.length) return null;
  const text = enclose(`${opening}\n${fitted.text}`);
  return { text, tokens: count(text) };
}
