import type { DocumentTable } from './document-table.ts';

/** A reason beside the text to show a lesson earlier or later. */
export interface Prior {
  name: string;
  factor: number;
}

/** A person said: keep this in sight. */
const PINNED: Prior = { name: 'pinned', factor: 1.1 };
/** Shown on request only, and then behind what replaced it. */
const STATES: readonly { state: string; prior: Prior }[] = [
  { state: 'superseded', prior: { name: 'superseded', factor: 0.7 } },
  { state: 'archived', prior: { name: 'archived', factor: 0.85 } },
  { state: 'draft', prior: { name: 'draft', factor: 0.97 } },
];

/** Factors on the score of a lesson that is relevant already: they order, and never let in or keep out. */
export function priorsOf(slot: number, table: DocumentTable): Prior[] {
  const found = STATES.filter(({ state }) => table.hasLabel(slot, 'state', state)).map(({ prior }) => prior);
  return table.isPinned(slot) ? [PINNED, ...found] : found;
}

/** Share of its better neighbour's score, and of the session's best, that a lesson of the caller's session gains. */
const NEIGHBOUR_SHARE = 0.2;
const SESSION_SHARE = 0.5;

/**
 * What lessons of the caller's own session gain, by their place in `scores`, which are in the order they were made: an
 * attempt before or after a matching one is about the same thing.
 */
export function sessionGains(scores: readonly number[]): number[] {
  const best = Math.max(0, ...scores);
  return scores.map((_, at) => {
    const neighbour = Math.max(scores[at - 1] ?? 0, scores[at + 1] ?? 0);
    return NEIGHBOUR_SHARE * neighbour + SESSION_SHARE * best;
  });
}
