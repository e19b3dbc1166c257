import type { CausalNode, DecisionHit } from '@twicewise/contract';

/** More would take the room of the answer. */
const MOST = 4;

/** Signs that are part of a name, as in `C++`, belong to its words. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? [];

/**
 * What could have been chosen in place of a decision: what was weighed in it, then what was weighed or chosen in similar ones. What was
 * chosen itself is none, also where an option names it by some of its words.
 */
export function alternativesTo(decision: Pick<CausalNode, 'id' | 'label'>, similar: readonly DecisionHit[]): string[] {
  const chosen = new Set(wordsOf(decision.label));
  const isOther = (text: string) => wordsOf(text).some((word) => !chosen.has(word));
  const isOwn = ({ nodeId }: DecisionHit) => nodeId === decision.id;
  const hits = [...similar.filter(isOwn), ...similar.filter((hit) => !isOwn(hit))];
  const all = hits.flatMap(({ options, chosen: taken }) => [...options, taken]).filter(isOther);
  return [...new Map(all.map((text) => [text.toLowerCase(), text])).values()].slice(0, MOST);
}
