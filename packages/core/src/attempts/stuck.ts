import { STUCK_AFTER, type StuckReason, type StuckStretch } from '@twicewise/contract';
import type { AttemptMeasures } from '@twicewise/store';
import { backAndForth } from './back-and-forth.ts';
import { taskKey } from './improvement.ts';

/**
 * Whether an attempt goes on with what held those before it up: what they have in common by then, or null. `common` is what those
 * before it have in common.
 */
type Rule = (before: AttemptMeasures, now: AttemptMeasures, common: readonly string[]) => readonly string[] | null;

const isHeldUp = ({ progress }: AttemptMeasures) => progress === 'stuck' || progress === 'regressing';
const isSameTask = (one: AttemptMeasures, other: AttemptMeasures) => taskKey(one) === taskKey(other);

/** Reasons that join attempts in a row. */
type Joining = 'declared' | 'same_error' | 'more_failures';

/** An error may come again under another request: "it still fails". A number of failures says something within one task only. */
const RULES: Readonly<Record<Joining, Rule>> = {
  declared: (before, now) => (isSameTask(before, now) && isHeldUp(before) && isHeldUp(now) ? [] : null),
  same_error: (_, now, common) => {
    const left = common.filter((error) => now.errors.includes(error));
    return left.length > 0 ? left : null;
  },
  more_failures: (before, now) => {
    const isCompared = isSameTask(before, now) && before.failedIn === now.failedIn;
    return isCompared && before.failed !== null && now.failed !== null && now.failed > before.failed ? [] : null;
  },
};

interface Run {
  attempts: AttemptMeasures[];
  common: readonly string[];
}

/** The attempts from one on that a rule joins. */
function runFrom(measures: readonly AttemptMeasures[], start: number, rule: Rule): Run {
  const first = measures[start];
  if (first === undefined || first.outcome === 'success') return { attempts: [], common: [] };
  const run: Run = { attempts: [first], common: first.errors };
  let before = first;
  for (let at = start + 1; at < measures.length; at++) {
    const now = measures[at];
    // A success ends it, whatever else its output says.
    const common = now && now.outcome !== 'success' ? rule(before, now, run.common) : null;
    if (now === undefined || common === null) break;
    run.attempts.push(now);
    run.common = common;
    before = now;
  }
  return run;
}

function stretchesOf(measures: readonly AttemptMeasures[], reason: Joining): StuckStretch[] {
  const found: StuckStretch[] = [];
  let start = 0;
  while (start < measures.length) {
    const { attempts, common } = runFrom(measures, start, RULES[reason]);
    if (attempts.length >= STUCK_AFTER) {
      found.push({ reason, attemptIds: attempts.map(({ id }) => id), what: common[0] ?? null });
      start += attempts.length;
    } else start++;
  }
  return found;
}

/** Attempts during which a call was repeated in vain, each with the call that was repeated most. */
function repeatedCalls(measures: readonly AttemptMeasures[]): StuckStretch[] {
  return measures.flatMap(({ id, outcome, repeats }) => {
    const [most] = repeats.toSorted((a, b) => b.times - a.times);
    if (outcome === 'success' || most === undefined) return [];
    return [{ reason: 'repeated_call', attemptIds: [id], what: most.call }];
  });
}

const FINDERS: Readonly<Record<StuckReason, (measures: readonly AttemptMeasures[]) => StuckStretch[]>> = {
  declared: (measures) => stretchesOf(measures, 'declared'),
  same_error: (measures) => stretchesOf(measures, 'same_error'),
  more_failures: (measures) => stretchesOf(measures, 'more_failures'),
  back_and_forth: backAndForth,
  repeated_call: repeatedCalls,
};

/**
 * Stretches of attempts that led nowhere, each with its reason, in the order in which they began. One stretch may be found for
 * several reasons. What was tried in one project says nothing of another.
 */
export function findStuck(measures: readonly AttemptMeasures[]): StuckStretch[] {
  const place = new Map(measures.map(({ id }, index) => [id, index]));
  const begin = ({ attemptIds }: StuckStretch) => place.get(attemptIds[0] ?? '') ?? 0;
  return [...Map.groupBy(measures, ({ projectId }) => projectId).values()]
    .flatMap((ofProject) => Object.values(FINDERS).flatMap((find) => find(ofProject)))
    .sort((a, b) => begin(a) - begin(b));
}
