import type { EvidenceBasis } from '@twicewise/contract';
import type { EvidencePart } from './contribution.ts';

/**
 * What one voice adds to its side (ADR 20). Chosen, not measured: one word of a person is worth one observation, and what
 * nobody asserted less than what somebody did. Order in time supports nothing but itself (X12).
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

/** What supports and what disputes an edge. */
export interface Balance {
  /** One per voice, what was said last. */
  voices: EvidencePart[];
  supports: number;
  disputes: number;
  weight: number;
  isDisputed: boolean;
}

/** Whether one was said after the other: by when, not by when it came here; a bundle brings older words later. */
export function isLater(a: EvidencePart, b: EvidencePart): boolean {
  const [one, other] = [a.at ?? '', b.at ?? ''];
  return one === other ? sourceOf(a) > sourceOf(b) : one > other;
}

const sourceOf = ({ claimId, episodeId }: EvidencePart) => claimId ?? episodeId ?? '';

/** The last word of each voice. */
function lastWords(evidence: Iterable<EvidencePart>): EvidencePart[] {
  const last = new Map<string, EvidencePart>();
  for (const part of evidence) {
    const known = last.get(part.voice);
    if (!known || isLater(part, known)) last.set(part.voice, part);
  }
  return [...last.values()];
}

/** Whether no answer may use it: by the last word of a person, else by the stronger side. */
function isRefuted(voices: readonly EvidencePart[], supports: number, disputes: number): boolean {
  const byPeople = voices.filter(({ basis }) => basis === 'asserted_by_human');
  const word = byPeople.reduce<EvidencePart | null>((last, part) => (last && isLater(last, part) ? last : part), null);
  return word ? word.stance === 'disputes' : disputes >= supports && disputes > 0;
}

/**
 * The weight of an edge is the mean of a Beta distribution that begins with one observation against it: s ÷ (s + d + 1),
 * s and d being the strengths for and against (rule of succession with an unequal prior; A. Gelman et al., Bayesian Data
 * Analysis, 3rd ed., section 2.4). It rises with each voice and never reaches 1.
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
