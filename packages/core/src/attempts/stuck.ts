import { STUCK_AFTER, type StuckReason, type StuckStretch } from '@twicewise/contract';
import type { AttemptMeasures } from '@twicewise/store';

/** Whether an attempt goes on with what held the one before it up; `what` is what both have in common. */
type Rule = (before: AttemptMeasures, now: AttemptMeasures, what: string | null) => { what: string | null } | null;

const isHeldUp = ({ progress }: AttemptMeasures) => progress === 'stuck' || progress === 'regressing';

const RULES: Readonly<Record<StuckReason, Rule>> = {
  declared: (before, now) => (isHeldUp(before) && isHeldUp(now) ? { what: null } : null),
  same_error: (before, now, what) => {
    const common = now.errors.find((error) => (what === null ? before.errors.includes(error) : error === what));
    return common === undefined ? null : { what: common };
  },
  more_failures: (before, now) =>
    before.failed !== null && now.failed !== null && now.failed > before.failed ? { what: null } : null,
};

interface Run {
  attempts: AttemptMeasures[];
  what: string | null;
}

/** The attempts from one on that a rule joins. */
function runFrom(measures: readonly AttemptMeasures[], start: number, rule: Rule): Run {
  const first = measures[start];
  const run: Run = { attempts: first && first.outcome !== 'success' ? [first] : [], what: null };
  for (const now of measures.slice(start + 1)) {
    const before = run.attempts.at(-1);
    // A success ends it, whatever else its output says.
    const joined = before && now.outcome !== 'success' ? rule(before, now, run.what) : null;
    if (joined === null) break;
    run.attempts.push(now);
    run.what = joined.what;
  }
  return run;
}

function stretchesOf(measures: readonly AttemptMeasures[], reason: StuckReason): StuckStretch[] {
  const found: StuckStretch[] = [];
  let start = 0;
  while (start < measures.length) {
    const { attempts, what } = runFrom(measures, start, RULES[reason]);
    if (attempts.length >= STUCK_AFTER) {
      found.push({ reason, attemptIds: attempts.map(({ id }) => id), what });
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
