import { AppError, type Outcome } from '@twicewise/contract';

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

/** An outcome that somebody changed, with how it is known now: what was first recorded is kept (E-07). */
export function corrected(
  known: { outcome: Outcome; originalOutcome: Outcome | null },
  outcome: Outcome | undefined,
): { outcome?: Outcome; outcomeSource?: 'corrected'; originalOutcome?: Outcome | null } {
  if (outcome === undefined || outcome === known.outcome) return {};
  const first = known.originalOutcome ?? known.outcome;
  return { outcome, outcomeSource: 'corrected', originalOutcome: first === outcome ? null : first };
}
