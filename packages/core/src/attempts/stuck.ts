import { STUCK_AFTER, type StuckReason, type StuckStretch } from '@twicewise/contract';
import type { AttemptMeasures } from '@twicewise/store';

/**
 * Whether an attempt goes on with what held those before it up: what they have in common by then, or null. `common` is what those
 * before it have in common.
 */
type Rule = (before: AttemptMeasures, now: AttemptMeasures, common: readonly string[]) => readonly string[] | null;

const isHeldUp = ({ progress }: AttemptMeasures) => progress === 'stuck' || progress === 'regressing';
const isSameTask = (one: AttemptMeasures, other: AttemptMeasures) => one.taskIdentity === other.taskIdentity;

/** An error may come again under another request: "it still fails". A number of failures says something within one task only. */
const RULES: Readonly<Record<StuckReason, Rule>> = {
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

function stretchesOf(measures: readonly AttemptMeasures[], reason: StuckReason): StuckStretch[] {
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

/**
 * Stretches of attempts that led nowhere, each with its reason, in the order in which they began. One stretch may be found for
 * two reasons.
 */
export function findStuck(measures: readonly AttemptMeasures[]): StuckStretch[] {
  const place = new Map(measures.map(({ id }, index) => [id, index]));
  const begin = ({ attemptIds }: StuckStretch) => place.get(attemptIds[0] ?? '') ?? 0;
  return (Object.keys(RULES) as StuckReason[])
    .flatMap((reason) => stretchesOf(measures, reason))
    .sort((a, b) => begin(a) - begin(b));
}
