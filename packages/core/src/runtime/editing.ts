import { AppError, type Caller, type Outcome, type Reflection } from '@twicewise/contract';
import { isUnproved, onlyPerson } from './person-only.ts';

/** What a person or an agent edits as one: the names of its operations begin so. */
const OPERATIONS = { lesson: 'reflection', episode: 'episode' } as const;
/** See {@link OPERATIONS}. */
export type Edited = keyof typeof OPERATIONS;

/** Refuses to change what is in the bin. */
export function refuseBinned(what: Edited, { deletedAt }: { deletedAt: string | null }): void {
  if (deletedAt === null) return;
  throw new AppError({
    code: 'conflict',
    message: `This ${what} is in the bin; nothing was changed.`,
    hint: `Restore it first (${OPERATIONS[what]}.restore).`,
  });
}

/** Refuses to change what was changed since it was read. */
export function refuseStale(what: Edited, { revision }: { revision: number }, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  throw new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: `The ${what} was changed since you read it; nothing was changed.`,
    hint: `Read it again (${OPERATIONS[what]}.get), compare, and repeat with its revision.`,
  });
}

/**
 * An outcome that somebody changed, with how it is known now: what was first recorded is kept (E-07). Only a person corrects;
 * anybody else reports, and not against what was measured or corrected.
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
