import type { Attempt, AttemptContext, OutputOf, ParsedInputOf } from '@twicewise/contract';
import { keyWords } from '@twicewise/search';
import { countReflected, latestAttempts } from '@twicewise/store';
import { summarised, tellWhich } from '../agent-text/tell.ts';
import type { CountTokens } from '../agent-text/tokens.ts';
import type { Context } from '../runtime/context.ts';
import { byTier, type TriedThing, triedIn, triedLine } from './attempt-lines.ts';
import { attemptsMeant, type Goal, goalOf } from './together.ts';

// What was tried, compressed for a prompt (S4-18 to S4-28; docs/adr/0046).

/** Attempts that are looked at, the latest ones, and the size of what is read of them. */
const MAX_LOOKED = 200;
const MAX_BYTES = 4 * 1024 * 1024;
/** Attempts without success that are told first. */
const MAX_FAILED = 3;
/** Maximum tokens of the goal; less of a small budget. */
const GOAL_TOKENS = 40;

const NOTHING = 'Nothing that was tried here is on record.';
const FAILED = 'did not work';

/** The last attempts that did not succeed, the latest first. One of which nobody knows how it went neither counts nor ends it. */
function lastFailures(attempts: readonly Attempt[]): string[] {
  const since = attempts.slice(attempts.findLastIndex(({ outcome }) => outcome === 'success') + 1);
  const failed = since.filter(({ outcome }) => outcome !== 'unknown').map(({ id }) => id);
  return failed.slice(-MAX_FAILED).reverse();
}

type Sum = AttemptContext['cost']['tokens'];

/** What attempts cost: what is said of the whole attempt, else the sum of its calls. Null where nobody counted. */
function costOf(attempts: readonly Attempt[], part: 'tokens' | 'ms'): Sum {
  const known = attempts.flatMap(({ content }) => {
    const calls = content.calls.flatMap((call) => call[part] ?? []);
    const whole = content.cost?.[part] ?? null;
    return whole ?? (calls.length > 0 ? calls.reduce((sum, one) => sum + one, 0) : []);
  });
  return known.length === 0 ? null : { sum: known.reduce((sum, one) => sum + one, 0), n: known.length };
}

/** The attempts in the order of the text: the last failures, then everything else by its relevance. */
function inOrder(attempts: readonly Attempt[], goal: string): (TriedThing & { failed: boolean })[] {
  const words = new Set(keyWords(goal).map(({ stem }) => stem));
  const things = attempts.flatMap((attempt) => triedIn(attempt, words));
  const failures = lastFailures(attempts);
  const isFailure = ({ attemptId, call }: TriedThing) => call === null && failures.includes(attemptId);
  const first = failures.flatMap((id) => things.find((thing) => thing.call === null && thing.attemptId === id) ?? []);
  const rest = byTier(things.filter((thing) => !isFailure(thing)));
  return [...first.map((thing) => ({ ...thing, failed: true })), ...rest.map((thing) => ({ ...thing, failed: false }))];
}

function textOf(attempts: readonly Attempt[], goal: Goal, budget: number, count: CountTokens) {
  const named = summarised(goal.text, Math.min(GOAL_TOKENS, Math.floor(budget / 8)), count);
  return tellWhich({
    head: [`Tried so far, with its relevance to the goal (high, medium, low). Goal: ${named}`],
    items: inOrder(attempts, goal.text),
    words: (thing) => triedLine(thing, thing.failed ? FAILED : null, count),
    max: budget,
    count,
  });
}

/** Implements `attempt.context`. */
export function contextOfAttempts(
  asked: ParsedInputOf<'attempt.context'>,
  context: Context,
  count: CountTokens,
): OutputOf<'attempt.context'> {
  const { budget } = asked;
  const filter = attemptsMeant(asked, context);
  const attempts = filter
    ? latestAttempts(context.db, filter, { by: 'ended', most: MAX_LOOKED, maxBytes: MAX_BYTES })
    : [];
  const total = filter ? countReflected(context.db, filter).attempts : 0;
  const goal = filter ? goalOf(context, filter, attempts.at(-1), asked.goal) : null;
  const cost = { tokens: costOf(attempts, 'tokens'), ms: costOf(attempts, 'ms') };
  const told = attempts.length > 0 && goal ? textOf(attempts, goal, budget, count) : null;
  return {
    text: told?.text ?? NOTHING,
    tokens: told?.tokens ?? count(NOTHING),
    budget,
    goal,
    attempts: total,
    lines: (told?.told ?? []).map(({ attemptId, call, failed, tier }) => ({ attemptId, call, failed, tier })),
    omitted: { overBudget: told?.omitted ?? 0, notLookedAt: total - attempts.length },
    cost,
  };
}
