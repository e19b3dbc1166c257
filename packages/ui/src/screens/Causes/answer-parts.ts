import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '@twicewise/contract';
import { useMemo } from 'react';
import type { CausesView } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { deadEndsOf, pathOf, whatIfOf, whyOf } from '../../data/queries/causes.ts';
import { type Answer, partsOf } from '../../graph/picture.ts';

/** The chains of the open question, if its answer has some. */
export function useChains({ ask, project, from, to }: CausesView) {
  const client = useClient();
  const why = useQuery(whyOf(client, project, ask === 'why' ? from : undefined));
  const path = useQuery(pathOf(client, project, ask === 'path' ? from : undefined, to));
  if (ask === 'why') return why.data?.chains;
  return ask === 'path' ? path.data?.paths : undefined;
}

/** What an answer draws, and the node that was asked about. */
export type AnswerParts = Answer & { subject: string | null };

function partsOfChains(chains: OutputOf<'causal.why'>['chains']): AnswerParts | null {
  const [first] = chains;
  const subject = first?.steps.at(-1)?.to.id ?? null;
  return first ? { ...partsOf(chains.flatMap(({ steps }) => steps)), subject } : null;
}

function partsOfWhatIf({ decision, loses, edges, gains }: OutputOf<'causal.whatIf'>): AnswerParts | null {
  const gained = partsOf(gains);
  const all = [...edges, ...gained.edges];
  if (!decision.node || all.length === 0) return null;
  const nodes = [decision.node, ...loses.map(({ node }) => node), ...gained.nodes];
  return { nodes, edges: all, notShown: 0, subject: decision.node.id };
}

/**
 * The nodes and edges of the open question's answer: null when it has none to draw, or the question lacks an end; undefined until it is
 * answered.
 */
export function useAnswerParts(view: CausesView): AnswerParts | null | undefined {
  const { ask, project, from, to } = view;
  const chains = useChains(view);
  const client = useClient();
  const whatIf = useQuery(whatIfOf(client, project, ask === 'whatif' ? from : undefined, to)).data;
  const deadEnds = useQuery(deadEndsOf(client, project, ask === 'deadends' ? from : undefined)).data;
  return useMemo(() => {
    const isWhole = from !== undefined && (to !== undefined || (ask !== 'path' && ask !== 'whatif'));
    if (ask === undefined || !isWhole) return null;
    if (ask === 'why' || ask === 'path') return chains && partsOfChains(chains);
    if (ask === 'whatif') return whatIf && partsOfWhatIf(whatIf);
    if (ask !== 'deadends') return null;
    return deadEnds && (deadEnds.steps.length === 0 ? null : { ...partsOf(deadEnds.steps), subject: null });
  }, [chains, ask, from, to, whatIf, deadEnds]);
}
