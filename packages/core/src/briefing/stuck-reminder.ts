import { MAX_ANALYSED, type Silence, STUCK_AFTER, type StuckStretch } from '@twicewise/contract';
import { type AttemptFilter, type AttemptMeasures, lastAgentCall, measureAttempts } from '@twicewise/store';
import { summarised, tell } from '../agent-text/tell.ts';
import type { CountTokens } from '../agent-text/tokens.ts';
import { REMINDERS } from '../agent-text/wording.ts';
import { findStuck } from '../attempts/stuck.ts';
import { type OtherWays, type WayRecord, waysAt, waysPast } from '../attempts/way-out.ts';
import type { Context } from '../runtime/context.ts';
import { ownSession } from '../runtime/scope.ts';

// An agent that goes round in circles does not see that it does. It is told so from the attempts of its session, which are found
// in its transcript while it works (docs/adr/0041).

/** Attempts of the session, and of others, that are looked at: the latest ones. */
const MAX_OWN = 50;
const MAX_OTHERS = 500;
/** Maximum numbers of attempts that are told, and of ways of other sessions that worked and that did not. */
const MAX_TRIED = 5;
const MAX_WORKED = 2;
const MAX_FAILED = 3;

const NONE: OtherWays = { worked: [], failed: [] };

/** A session that is stuck now, and what others tried against the same. */
export interface StuckNow {
  /** `refused`: calls that its program refuses, of which no attempt tells. */
  reason: StuckStretch['reason'] | 'refused';
  what: string | null;
  /** The attempts that led nowhere, the latest first. */
  tried: readonly AttemptMeasures[];
  /** Looked up only for the text, because they are sought among many attempts. */
  findWays: () => OtherWays;
}

/** True for an attempt of which nothing is known yet: something was changed and not checked. */
const isBegun = ({ outcome, errors, repeats }: AttemptMeasures) =>
  outcome === 'unknown' && errors.length + repeats.length === 0;

/** The stretches that last until now. */
function currentStretches(own: readonly AttemptMeasures[]): StuckStretch[] {
  const last = own.at(-1);
  const checked = last && isBegun(last) ? own.slice(0, -1) : own;
  const end = checked.at(-1)?.id;
  return findStuck(checked).filter(({ attemptIds }) => attemptIds.at(-1) === end);
}

/** The attempts of the session: the latest, and more of them where a stretch may have begun before these. */
function ownAttempts({ db }: Context, sessionId: string): AttemptMeasures[] {
  const filter: AttemptFilter = { deleted: 'exclude', sessionIds: [sessionId] };
  const { measures } = measureAttempts(db, filter, MAX_OWN, 'course');
  const isCut = currentStretches(measures).some(({ attemptIds }) => attemptIds[0] === measures[0]?.id);
  return isCut && measures.length === MAX_OWN ? measureAttempts(db, filter, MAX_ANALYSED, 'course').measures : measures;
}

/**
 * True for a stretch of which the agent was told at a moment: enough of its attempts had begun by then. When attempts began never
 * changes, while the last one ends later with each of its checks.
 */
function wasTold({ attemptIds }: StuckStretch, own: readonly AttemptMeasures[], toldAt: string): boolean {
  const begun = own.filter(({ id, startedAt }) => attemptIds.includes(id) && startedAt <= toldAt);
  return begun.length >= Math.min(STUCK_AFTER, attemptIds.length);
}

/**
 * Where the caller's session is stuck now; otherwise why it is told nothing. A stretch is told once, however long it lasts.
 * `refused` is a call that was refused again and again; '' for none.
 */
export function stuckNow(context: Context, refused: string): StuckNow | Silence {
  const { db, caller } = context;
  const { session, subagent } = caller;
  const sessionId = ownSession(context);
  if (session === null || subagent !== undefined) return 'nothing_relevant';
  const own = sessionId === undefined ? [] : ownAttempts(context, sessionId);
  const current = currentStretches(own);
  const [stretch] = current;
  if (stretch === undefined || sessionId === undefined) {
    return refused === '' ? 'nothing_relevant' : { reason: 'refused', what: refused, tried: [], findWays: () => NONE };
  }
  const told = lastAgentCall(db, { sessionRef: session, subagent: null }, 'stuck');
  if (told !== null && current.some((one) => wasTold(one, own, told.at))) return 'known_already';
  const tried = own.filter(({ id }) => stretch.attemptIds.includes(id)).reverse();
  const { reason, what } = stretch;
  return { reason, what, tried, findWays: () => otherWays(context, sessionId, { reason, what, tried, own }) };
}

/** What other sessions of the project tried against the error, else at the task of the latest attempt. */
function otherWays(
  { db }: Context,
  sessionId: string,
  { reason, what, tried, own }: Omit<StuckNow, 'findWays'> & { own: readonly AttemptMeasures[] },
): OtherWays {
  const beside: AttemptFilter = { deleted: 'exclude', besideSession: sessionId };
  if (reason === 'same_error' && what !== null) {
    const found = waysPast(what, measureAttempts(db, beside, MAX_OTHERS, 'course').measures, own);
    if (found.worked.length + found.failed.length > 0) return found;
  }
  const taskIdentity = tried[0]?.taskIdentity ?? '';
  return waysAt(measureAttempts(db, { ...beside, taskIdentity }, MAX_OTHERS, 'course').measures, own);
}

const SAID: Readonly<Record<StuckNow['reason'], string>> = {
  declared: 'No progress, as you said of each',
  same_error: 'The same error came after each of them',
  more_failures: 'More tests failed after each of them',
  back_and_forth: 'You made an edit, took it back, and made it again, in',
  repeated_call: 'The same call failed in the same way again and again, while nothing had changed',
  refused: 'Calls like this one were refused again and again',
};

interface Item {
  word: string;
  text: string;
}

const recordItem = ({ strategy, worked, tried }: WayRecord): Item => ({
  word: worked > 0 ? `not tried here, worked ${worked} of ${tried} in other sessions` : 'failed in other sessions',
  text: strategy,
});

/** The text for the agent, of at most `max` tokens; null when not even one attempt fits. */
export function stuckText(
  { reason, what, tried, findWays }: StuckNow,
  max: number,
  count: CountTokens,
): { text: string; tokens: number } | null {
  const { opening, enclose } = REMINDERS.stuck;
  const ways = findWays();
  const around = enclose(`${opening}\n`);
  const told: Item[] = [
    ...ways.worked.slice(0, MAX_WORKED).map(recordItem),
    ...tried.slice(0, MAX_TRIED).map((one) => ({ word: 'tried', text: one.strategy || one.task })),
    ...ways.failed.slice(0, MAX_FAILED).map(recordItem),
  ];
  const head = [`${SAID[reason]}${what === null ? '' : `: ${summarised(what, 60, count)}`}`];
  const fitted = tell({
    head,
    items: told,
    words: ({ word, text }, room) => `- ${word}: ${summarised(text, Math.min(room - 10, 60), count)}`,
    max: max - count(around),
    count,
  });
  if (fitted.omitted > 0 && fitted.omitted === told.length) return null;
  const text = enclose(`${opening}\n${fitted.text}`);
  const tokens = count(text);
  return tokens > max ? null : { text, tokens };
}
