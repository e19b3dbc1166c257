import type { EpisodeSummary } from '@twicewise/contract';

/** True for an outcome that looks stated but was stated by nobody. */
export function isDoubtful({ outcome, outcomeSource }: Pick<EpisodeSummary, 'outcome' | 'outcomeSource'>): boolean {
  return outcomeSource === 'defaulted' && outcome !== 'unknown';
}
