import type { Outcome, OutcomeSource } from '@twicewise/contract';

const HOW: Record<OutcomeSource, string> = {
  measured: 'measured',
  reported: 'reported',
  defaulted: 'only assumed',
  corrected: 'corrected',
};

/** An outcome and how it is known, in plain words for an agent. */
export function outcomeKnown(outcome: Outcome, source: OutcomeSource): string {
  return `${outcome} (${HOW[source]})`;
}

/** The same as part of a sentence, where a bare "unknown" would be unclear. */
export function outcomeSaid(outcome: Outcome, source: OutcomeSource): string {
  return outcome === 'unknown' ? 'outcome unknown' : outcomeKnown(outcome, source);
}
