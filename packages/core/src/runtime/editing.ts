import { AppError, type Caller, NOTHING_CHANGED, type Outcome, type Reflection } from '@twicewise/contract';
import { isUnproved, onlyPerson } from './person-only.ts';

/** Kinds of records that can be edited, with the prefix of their operations' names. */
const OPERATIONS = { lesson: 'reflection', episode: 'episode' } as const;
/** See {@link OPERATIONS}. */
export type Edited = keyof typeof OPERATIONS;

/** Refuses to change a record that is in the bin. */
export function refuseBinned(what: Edited, { deletedAt }: { deletedAt: string | null }): void {
  if (deletedAt === null) return;
  throw new AppError({
    code: 'conflict',
    message: `This ${what} is in the bin`,
    effect: NOTHING_CHANGED,
    hint: `Restore it first (${OPERATIONS[what]}.restore).`,
  });
}

/** Refuses an edit when the record was changed after the caller read it. */
export function refuseStale(what: Edited, { revision }: { revision: number }, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  throw new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: `The ${what} was changed since you read it`,
    effect: NOTHING_CHANGED,
    hint: `Read it again (${OPERATIONS[what]}.get), compare, and repeat with its revision.`,
  });
}

/**
 * A changed outcome together with how it is known. The outcome first recorded is kept (E-07). Only a person corrects an outcome.
 * Others report one, and cannot override what was measured or corrected.
 */
export function corrected(
  known: Pick<Reflection, 'outcome' | 'outcomeSource' | 'originalOutcome'>,
  outcome: Outcome | undefined,
  caller: Caller,
): Partial<Pick<Reflection, 'outcome' | 'outcomeSource' | 'originalOutcome'>> {
  if (outcome === undefined || outcome === known.outcome) return {};
  const isReport = isUnproved(caller);
  if (isReport && ['measured', 'corrected'].includes(known.outcomeSource))
    throw onlyPerson(`changes an outcome that was ${known.outcomeSource}`);
  const first = known.originalOutcome ?? known.outcome;
  const outcomeSource = isReport ? 'reported' : 'corrected';
  return { outcome, outcomeSource, originalOutcome: first === outcome ? null : first };
}
