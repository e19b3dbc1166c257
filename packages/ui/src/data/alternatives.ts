import type { DecisionHit } from '@twicewise/contract';

/** More would take the room of the answer. */
const MOST = 4;

/**
 * What could have been chosen in place of a decision: what was weighed then, and what was weighed or chosen in similar decisions. What
 * was chosen itself is none, also where an option names it by a part of its words.
 */
export function alternativesTo(chosen: string, similar: readonly DecisionHit[]): string[] {
  const own = chosen.toLowerCase();
  const weighed = similar.toSorted((one, other) => Number(other.chosen === chosen) - Number(one.chosen === chosen));
  const all = weighed.flatMap((hit) => [...hit.options, hit.chosen]);
  const others = all.filter((text) => text.trim() !== '' && !own.includes(text.toLowerCase()));
  return [...new Map(others.map((text) => [text.toLowerCase(), text])).values()].slice(0, MOST);
}
