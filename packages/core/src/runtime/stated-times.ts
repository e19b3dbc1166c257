import { AppError } from '@twicewise/contract';

/** A time that a caller states, as it is stored: in UTC. */
export const utc = (at: string | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Refuses an end before its start. Throws `invalid_input`. */
export function refuseBackwards({ startedAt, endedAt }: { startedAt: string | null; endedAt: string | null }): void {
  if (startedAt === null || endedAt === null || Date.parse(startedAt) <= Date.parse(endedAt)) return;
  throw new AppError({
    code: 'invalid_input',
    message: 'endedAt: is before startedAt',
    effect: '; nothing was stored.',
    hint: 'Correct the times, or leave out the one that is not known.',
  });
}
