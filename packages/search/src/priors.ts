import type { Verdict } from '@twicewise/contract';
import type { DocumentTable } from './document-table.ts';

/** A reason apart from the text to rank a lesson higher or lower. */
export interface Prior {
  name: string;
  factor: number;
}

/** A person pinned the lesson so that it is noticed. */
const PINNED: Prior = { name: 'pinned', factor: 1.1 };
/** States that rank below `accepted`. Superseded and archived lessons are found only on request, drafts also without one. */
const STATES: readonly { state: string; prior: Prior }[] = [
  { state: 'superseded', prior: { name: 'superseded', factor: 0.7 } },
  { state: 'archived', prior: { name: 'archived', factor: 0.85 } },
  { state: 'draft', prior: { name: 'draft', factor: 0.97 } },
];
/** Verdicts of users change the order but never hide a lesson: otherwise one bad verdict could silence a warning. */
const STANDINGS: readonly { standing: Verdict; prior: Prior }[] = [
  { standing: 'helpful', prior: { name: 'helpful', factor: 1.05 } },
  { standing: 'unhelpful', prior: { name: 'unhelpful', factor: 0.9 } },
  { standing: 'harmful', prior: { name: 'harmful', factor: 0.7 } },
];

/** Factors on the score of a lesson that is already relevant. They only change the order. */
export function priorsOf(slot: number, table: DocumentTable): Prior[] {
  const states = STATES.filter(({ state }) => table.hasLabel(slot, 'states', state));
  const standings = STANDINGS.filter(({ standing }) => table.hasStanding(slot, standing));
  const found = [...states, ...standings].map(({ prior }) => prior);
  return table.isPinned(slot) ? [PINNED, ...found] : found;
}

/**
 * The majority verdict: `helpful` if it outnumbers the other two together. If these outnumber it, the more frequent of them, and
 * `harmful` when they are equal.
 */
export function standingOf(verdicts: readonly Verdict[]): Verdict | null {
  const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  const [helpful, unhelpful, harmful] = [count('helpful'), count('unhelpful'), count('harmful')];
  if (helpful > unhelpful + harmful) return 'helpful';
  if (helpful === unhelpful + harmful) return null;
  return harmful >= unhelpful ? 'harmful' : 'unhelpful';
}

/** What a lesson of the caller's session gains: shares of its better neighbour's score, and of the session's best score. */
const NEIGHBOUR_SHARE = 0.2;
const SESSION_SHARE = 0.5;

/**
 * The bonus for lessons of the caller's own session. `scores` and the result are in order of creation: the attempts just before
 * and after a matching one are about the same thing.
 */
export function sessionGains(scores: readonly number[]): number[] {
  const best = Math.max(0, ...scores);
  return scores.map((_, at) => {
    const neighbour = Math.max(scores[at - 1] ?? 0, scores[at + 1] ?? 0);
    return NEIGHBOUR_SHARE * neighbour + SESSION_SHARE * best;
  });
}
