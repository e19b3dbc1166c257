import type { CausalEdge, NodeOutcomes, Rate } from '@twicewise/contract';
import type { CountTokens } from '../../briefing/tokens.ts';
import { BUDGET, summarised, type Told, tell } from '../tell.ts';
import type { ShownChain, ShownStep } from './chains.ts';
import type { Resolved } from './resolve.ts';

/** Below so many cases a share says next to nothing, and the answer says so. */
export const FEW = 3;

const BASIS: Record<CausalEdge['bases'][number], string> = {
  asserted_by_agent: 'said by an agent',
  asserted_by_human: 'said by a person',
  textual: 'stated in a text',
  temporal: 'order in time',
  statistical: 'counted',
};

/** How an edge is known, in words. */
export function basisWords({ bases, supports }: CausalEdge): string {
  const known = bases.map((basis) => BASIS[basis]).join(', ');
  return supports === 1 ? known : `${known}; ${supports} voices`;
}

/** `2 of 3 succeeded`, with what is not known. */
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

function stepWords({ edge, to }: ShownStep, max: number, count: CountTokens): string {
  return `  ${edge.relation} → ${summarised(to.label, max, count)} [${basisWords(edge)}; weight ${percent(edge.weight)}; ${edge.id}]`;
}

/** Tokens of a step besides what it leads to. */
const STEP_TOKENS = 34;
const LEAST_LABEL = 8;

/** A chain from its first thing on, in at most about `max` tokens. */
export function chainWords({ steps }: ShownChain, max: number, count: CountTokens): string {
  const [first] = steps;
  if (!first) return '';
  const each = Math.max(LEAST_LABEL, Math.floor((max - steps.length * STEP_TOKENS) / (steps.length + 1)));
  return [`- ${summarised(first.from.label, each, count)}`, ...steps.map((step) => stepWords(step, each, count))].join(
    '\n',
  );
}

/** That words meant nothing here, or which of several they were taken for. */
export function resolvedWords(name: string, { asked, node, candidates }: Resolved, count: CountTokens): string {
  if (node === null) return `Nothing here is like ${JSON.stringify(summarised(asked, 20, count))}.`;
  const others = candidates.length > 0 ? ` (best of ${candidates.length + 1} that were found)` : '';
  return `${name}: ${summarised(node.label, 20, count)}${others}`;
}

/** Tokens of the fence and of what is said beside the chains. */
const AROUND = 60;

/** Chains, the best one first and always in the answer. */
export function chainsTold(head: readonly string[], chains: readonly ShownChain[], count: CountTokens): Told {
  const max = BUDGET.path;
  const room = max - AROUND - count(head.join('\n'));
  const told = tell({ head, items: chains, words: (chain) => chainWords(chain, room, count), max, count });
  const [best] = chains;
  if (!best || told.omitted < chains.length) return told;
  // Even the best is too long with its evidence: where it begins and ends, and how long it is.
  const short = tell({ head, items: [best], words: (chain) => shortChain(chain, room, count), max, count });
  return { ...short, omitted: short.omitted + chains.length - 1 };
}

function shortChain({ steps, strength }: ShownChain, max: number, count: CountTokens): string {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return '';
  const each = Math.max(LEAST_LABEL, Math.floor((max - 40) / 2));
  const ends = `${summarised(first.from.label, each, count)} → … → ${summarised(last.to.label, each, count)}`;
  return `- ${ends} (${steps.length} steps, strength ${percent(strength)}; begins with ${first.edge.id})`;
}
