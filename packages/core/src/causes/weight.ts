import type { EvidenceBasis } from '@twicewise/contract';
import type { EvidencePart } from './contribution.ts';

/**
 * The weight of one piece of evidence by its basis (ADR 20). Chosen, not measured: a person's word counts as one observation,
 * what nobody asserted counts less. Order in time supports nothing but itself (X12).
 */
export const STRENGTH: Readonly<Record<EvidenceBasis, number>> = {
  asserted_by_human: 1,
  asserted_by_agent: 0.6,
  textual: 0.4,
  statistical: 0.3,
  temporal: 0.3,
};

/** See {@link STRENGTH}. */
export function strengthOf({ basis, relation }: EvidencePart): number {
  return basis === 'temporal' && relation !== 'precedes' ? 0 : STRENGTH[basis];
}

/** The evidence for and against an edge. */
export interface Balance {
  /** The latest piece of evidence of each source. */
  voices: EvidencePart[];
  supports: number;
  disputes: number;
  weight: number;
  isDisputed: boolean;
}

/** Whether one was stated after the other, by its own time, not by its arrival: a bundle brings older statements later. */
export function isLater(a: EvidencePart, b: EvidencePart): boolean {
  const [one, other] = [a.at ?? '', b.at ?? ''];
  return one === other ? sourceOf(a) > sourceOf(b) : one > other;
}

const sourceOf = ({ claimId, episodeId }: EvidencePart) => claimId ?? episodeId ?? '';

/** The latest evidence of each source. */
function lastWords(evidence: Iterable<EvidencePart>): EvidencePart[] {
  const last = new Map<string, EvidencePart>();
  for (const part of evidence) {
    const known = last.get(part.voice);
    if (!known || isLater(part, known)) last.set(part.voice, part);
  }
  return [...last.values()];
}

/** Whether no answer may use the edge: by the latest word of a person, else by the stronger side. */
function isRefuted(voices: readonly EvidencePart[], supports: number, disputes: number): boolean {
  const byPeople = voices.filter(({ basis }) => basis === 'asserted_by_human');
  const word = byPeople.reduce<EvidencePart | null>((last, part) => (last && isLater(last, part) ? last : part), null);
  return word ? word.stance === 'disputes' : disputes >= supports && disputes > 0;
}

/**
 * The weight of an edge is the mean of a Beta distribution that begins with one observation against it: s ÷ (s + d + 1), where s
 * and d are the strengths for and against (rule of succession with an unequal prior; A. Gelman et al., Bayesian Data Analysis,
 * 3rd ed., section 2.4). It rises with each piece of evidence for the edge and never reaches 1.
 */
export function balance(evidence: Iterable<EvidencePart>): Balance {
  const voices = lastWords(evidence);
  const sum = (stance: EvidencePart['stance']) =>
    voices.filter((part) => part.stance === stance).reduce((total, part) => total + strengthOf(part), 0);
  const [supports, disputes] = [sum('supports'), sum('disputes')];
  return {
    voices,
    supports,
    disputes,
    weight: supports / (supports + disputes + 1),
    isDisputed: isRefuted(voices, supports, disputes),
  };
}
