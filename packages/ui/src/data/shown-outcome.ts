import type { EpisodeSummary, Outcome } from '@twicewise/contract';

type Known = Pick<EpisodeSummary, 'outcome' | 'outcomeSource'>;

/** True for an outcome that looks stated but was stated by nobody. */
export function isDoubtful({ outcome, outcomeSource }: Known): boolean {
  return outcomeSource === 'defaulted' && outcome !== 'unknown';
}

/** An outcome as the palette shows it. */
export interface ShownOutcome {
  outcome: Outcome;
  isDoubtful: boolean;
}

/** See {@link ShownOutcome}. */
export const shownOutcome = (of: Known): ShownOutcome => ({ outcome: of.outcome, isDoubtful: isDoubtful(of) });
