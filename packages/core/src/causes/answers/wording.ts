import { type CausalEdge, flatName, type NodeOutcomes, type Rate } from '@twicewise/contract';
import { BUDGET, type FittedText, summarised, tell } from '../../agent-text/tell.ts';
import type { CountTokens } from '../../agent-text/tokens.ts';
import type { ShownChain, ShownStep } from './chains.ts';
import type { Happened } from './chronology.ts';
import type { ResolvedNode } from './resolve.ts';

/** Below this number of cases a share means next to nothing, and the answer says so. */
export const FEW = 3;

const BASIS: Record<CausalEdge['bases'][number], string> = {
  asserted_by_agent: 'an agent said so',
  asserted_by_human: 'a person said so',
  textual: 'a text says so',
  temporal: 'order in time',
  statistical: 'counted',
};

/** How an edge is known, in words. */
export function basisWords({ bases, supports }: CausalEdge): string {
  const known = bases.map((basis) => BASIS[basis]).join(', ');
  return supports === 1 ? known : `${known}; ${supports} voices`;
}

/** `2 of 3 succeeded`, with the number of unknown outcomes. */
export function outcomeWords(success: Rate, { unknown, defaulted }: NodeOutcomes): string {
  const open = [
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(defaulted > 0 ? [`${defaulted} only assumed`] : []),
  ].join(', ');
  if (success.n === 0) return open === '' ? 'no case' : `no known outcome (${open})`;
  const successes = Math.round((success.value ?? 0) * success.n);
  const few = success.n < FEW ? '; too few to say more' : '';
  return `${successes} of ${success.n} succeeded${open === '' ? '' : ` (${open})`}${few}`;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Label lengths in tokens to try until the chain fits; 0 shows the steps only. */
const LABELS = [32, 20, 14, 10, 7, 5, 0] as const;

function stepWords({ edge }: ShownStep, label: string, isBasisSaid: boolean): string {
  return `  ${edge.relation} → ${label} [${isBasisSaid ? '' : `${basisWords(edge)}; `}${edge.id}]`;
}

/** Ends of a chain that the answer has already named. */
export interface NamedEnds {
  first: boolean;
  /** What the heading calls the last node; null when it does not name it. */
  last: string | null;
}

/** Renders a chain with the basis and evidence of each step; labels are as long as fits. */
export function chainWords(
  { steps, strength }: ShownChain,
  named: NamedEnds,
  room: number,
  count: CountTokens,
): string {
  const [first] = steps;
  if (!first) return '';
  const bases = new Set(steps.map(({ edge }) => basisWords(edge)));
  const [basis] = bases;
  const known = bases.size === 1 ? `; ${basis}` : '';
  const labelOf = (label: string, max: number) => (max === 0 ? '…' : summarised(label, max, count));
  const inLabels = (max: number) => {
    // The heading has named this already.
    const start = named.first ? 'From' : labelOf(first.from.label, max);
    const nameOf = ({ to }: ShownStep, at: number) =>
      named.last !== null && at === steps.length - 1 ? named.last : labelOf(to.label, max);
    const lines = steps.map((step, at) => stepWords(step, nameOf(step, at), bases.size === 1));
    return [`- ${start} (strength ${percent(strength)}${known})`, ...lines].join('\n');
  };
  const fitting = LABELS.map(inLabels).find((words) => count(words) < room);
  return fitting ?? inLabels(0);
}

/** Says that words matched no node and which are nearest, or which of several was chosen. */
export function resolvedWords(name: string, { asked, node, candidates }: ResolvedNode, count: CountTokens): string {
  if (node === null) {
    const nearest = candidates.slice(0, 2).map((near) => JSON.stringify(summarised(near.node.label, 12, count)));
    const none = `Nothing here is like ${JSON.stringify(summarised(asked, 20, count))}.`;
    return nearest.length > 0 ? `${none} Nearest: ${nearest.join(', ')}.` : none;
  }
  const others = candidates.length > 0 ? ` (best of ${candidates.length + 1} found)` : '';
  return `${name}: ${summarised(node.label, 16, count)}${others}`;
}

/** Renders what came before a node. When not all fits, the latest are kept. */
export function beforeTold(head: readonly string[], before: readonly Happened[], count: CountTokens): FittedText {
  const words = ({ kind, text, episodeId, itemId }: Happened) =>
    `- ${flatName(kind)}: ${summarised(text, 24, count)} [${episodeId} ${flatName(itemId)}]`;
  return tell({ head, items: before.toReversed(), words, max: BUDGET.path, count });
}

/** Renders chains, best first. */
export function chainsTold(
  head: readonly string[],
  chains: readonly ShownChain[],
  named: NamedEnds,
  count: CountTokens,
): FittedText {
  const max = BUDGET.path;
  const words = (chain: ShownChain, room: number) => chainWords(chain, named, room, count);
  const told = tell({ head, items: chains, words, max, count });
  const [best] = chains;
  if (!best || told.omitted < chains.length) return told;
  // For chains that do not fit: their ids only. Eight steps with evidence would not fit.
  const ids = ({ steps, strength }: ShownChain) =>
    `- ${steps.length} steps, strength ${percent(strength)}: ${steps.map(({ edge }) => edge.id).join(', ')}`;
  const short = tell({ head, items: [best], words: ids, max, count });
  return { ...short, omitted: short.omitted + chains.length - 1 };
}
