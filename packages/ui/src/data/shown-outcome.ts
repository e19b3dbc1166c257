import type { EpisodeSummary, Outcome } from '@twicewise/contract';

/** An outcome, and how it is known. */
export type KnownOutcome = Pick<EpisodeSummary, 'outcome' | 'outcomeSource'>;

/** True for an outcome that looks stated but was stated by nobody. */
export function isDoubtful({ outcome, outcomeSource }: KnownOutcome): boolean {
  return outcomeSource === 'defaulted' && outcome !== 'unknown';
}

/** An outcome as the palette shows it. */
export interface ShownOutcome {
  outcome: Outcome;
  isDoubtful: boolean;
}

/** See {@link ShownOutcome}. */
export const shownOutcome = (of: KnownOutcome): ShownOutcome => ({ outcome: of.outcome, isDoubtful: isDoubtful(of) });
