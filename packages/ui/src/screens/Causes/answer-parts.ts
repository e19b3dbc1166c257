import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { CausesView } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { pathOf, whatIfOf, whyOf } from '../../data/queries/causes.ts';
import { type Answer, partsOf } from '../../graph/picture.ts';

/** The chains of the open question, if its answer has some. */
export function useChains({ ask, project, from, to }: CausesView) {
  const client = useClient();
  const why = useQuery(whyOf(client, project, ask === 'why' ? from : undefined));
  const path = useQuery(pathOf(client, project, ask === 'path' ? from : undefined, to));
  if (ask === 'why') return why.data?.chains;
  return ask === 'path' ? path.data?.paths : undefined;
}

/** The nodes and edges of the open question's answer; null when it has none to draw. */
export function useAnswerParts(view: CausesView): Answer | null {
  const { ask, project, from, to } = view;
  const chains = useChains(view);
  const whatIf = useQuery(whatIfOf(useClient(), project, ask === 'whatif' ? from : undefined, to)).data;
  return useMemo(() => {
    if (chains) return chains.length > 0 ? partsOf(chains.flatMap(({ steps }) => steps)) : null;
    if (ask !== 'whatif' || !whatIf?.decision.node) return null;
    const { decision, loses, edges, gains } = whatIf;
    const gained = partsOf(gains);
    const nodes = [decision.node, ...loses.map(({ node }) => node)].filter((node) => node !== null);
    const parts = { nodes: [...nodes, ...gained.nodes], edges: [...edges, ...gained.edges], notShown: 0 };
    return parts.edges.length > 0 ? parts : null;
  }, [chains, ask, whatIf]);
}
