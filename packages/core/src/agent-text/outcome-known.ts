import type { Outcome, OutcomeSource } from '@twicewise/contract';

const HOW: Record<OutcomeSource, string> = {
  measured: 'measured',
  reported: 'reported',
  defaulted: 'only assumed',
  corrected: 'corrected',
};

/** An outcome with how it is known, in words for an agent: it need not know what we call a guess. */
export function outcomeKnown(outcome: Outcome, source: OutcomeSource): string {
  return `${outcome} (${HOW[source]})`;
}

/** The same in a sentence, where a bare "unknown" would not say what is. */
export function outcomeSaid(outcome: Outcome, source: OutcomeSource): string {
  return outcome === 'unknown' ? 'outcome unknown' : outcomeKnown(outcome, source);
}
