import { useQuery } from '@tanstack/react-query';
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

/** The nodes and edges of the open question's answer; null when it has none to draw. */
export function useAnswerParts(view: CausesView): AnswerParts | null {
  const { ask, project, from, to } = view;
  const chains = useChains(view);
  const client = useClient();
  const whatIf = useQuery(whatIfOf(client, project, ask === 'whatif' ? from : undefined, to)).data;
  const deadEnds = useQuery(deadEndsOf(client, project, ask === 'deadends' ? from : undefined)).data;
  return useMemo(() => {
    if (chains) {
      const [first] = chains;
      const subject = first?.steps.at(-1)?.to.id ?? null;
      return first ? { ...partsOf(chains.flatMap(({ steps }) => steps)), subject } : null;
    }
    if (ask === 'deadends') return deadEnds?.steps[0] ? { ...partsOf(deadEnds.steps), subject: null } : null;
    const decision = whatIf?.decision.node;
    if (ask !== 'whatif' || !decision) return null;
    const { loses, edges, gains } = whatIf;
    const gained = partsOf(gains);
    const nodes = [decision, ...loses.map(({ node }) => node)];
    const parts = { nodes: [...nodes, ...gained.nodes], edges: [...edges, ...gained.edges], notShown: 0 };
    return parts.edges.length > 0 ? { ...parts, subject: decision.id } : null;
  }, [chains, ask, whatIf, deadEnds]);
}
