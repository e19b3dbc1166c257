import { useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { causalNode } from '../../data/queries/causes.ts';
import { Twin } from '../../groups/Causes/Twin.tsx';
import { useCommands } from '../../state/commands.tsx';
import { causes as words } from '../../strings/causes.ts';
import { hasMore } from './node-deeds.ts';
import type { Causes } from './use-causes.ts';
import { useNodeMenu } from './use-node-menu.tsx';
import { leavingOf, rowsOf, usePins, useShape } from './use-shape.ts';

/** Expands or collapses a node. Where the panel beside it knows that nothing more would be drawn, it says so. */
function useOpening(causes: Causes): (id: string) => void {
  const queries = useQueryClient();
  const client = useClient();
  const { say } = useCommands();
  const { view, open, toggleExpanded } = causes;
  return (id) => {
    // At once, and not after an answer: by then another node or another map may be meant.
    const known = queries.getQueryState(causalNode(client, id, view.project).queryKey);
    const isComplete = known?.data !== undefined && !known.isInvalidated && !hasMore(known.data, causes);
    if (isComplete && !open.includes(id)) say(words.map.nothingMore);
    else toggleExpanded(id);
  };
}

/** What the map of everything and that of an answer have in common: how they are shaped and gone about, their menu, their table. */
export function useMapParts(causes: Causes) {
  const { view, picture, node, toNode, toEdge } = causes;
  const { edge = null } = view;
  const shape = useShape(causes);
  const pins = usePins(causes);
  const { deselect, leave } = leavingOf(causes);
  const { onMenu, menu } = useNodeMenu(causes);
  const ways = { onNode: toNode, onEdge: toEdge };
  return {
    ...{ shape, menu },
    drawing: { pins, isFixed: shape.isFixed, chosen: edge ?? node },
    ways: { ...ways, at: node, onNothing: deselect, onOpen: useOpening(causes), onMenu, onBack: leave, shape },
    table: <Twin picture={picture} {...rowsOf(causes)} node={node} edge={edge} {...ways} />,
  };
}
