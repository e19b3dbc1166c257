import type { Verdict } from '@twicewise/contract';
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
/** The verdicts of users count but never hide a lesson: otherwise one bad verdict could silence a warning. */
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

/** The majority verdict: helpful against all others, and harmful before unhelpful. */
export function standingOf(verdicts: readonly Verdict[]): Verdict | null {
  const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  const [helpful, unhelpful, harmful] = [count('helpful'), count('unhelpful'), count('harmful')];
  if (helpful > unhelpful + harmful) return 'helpful';
  if (helpful === unhelpful + harmful) return null;
  return harmful >= unhelpful ? 'harmful' : 'unhelpful';
}

/** Share of its better neighbour's score, and of the session's best, that a lesson of the caller's session gains. */
const NEIGHBOUR_SHARE = 0.2;
const SESSION_SHARE = 0.5;

/**
 * The bonus for lessons of the caller's own session, by position in `scores`, which are in order of creation: an attempt before
 * or after a matching one is about the same thing.
 */
export function sessionGains(scores: readonly number[]): number[] {
  const best = Math.max(0, ...scores);
  return scores.map((_, at) => {
    const neighbour = Math.max(scores[at - 1] ?? 0, scores[at + 1] ?? 0);
    return NEIGHBOUR_SHARE * neighbour + SESSION_SHARE * best;
  });
}
