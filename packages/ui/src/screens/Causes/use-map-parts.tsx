import { Twin } from '../../groups/Causes/Twin.tsx';
import type { Causes } from './use-causes.ts';
import { useNodeMenu } from './use-node-menu.tsx';
import { leavingOf, rowsOf, usePins, useShape } from './use-shape.ts';

/** What the map of everything and that of an answer have in common: how they are shaped and gone about, their menu, their table. */
export function useMapParts(causes: Causes) {
  const { view, picture, node, toNode, toEdge, toggleExpanded } = causes;
  const { edge = null } = view;
  const shape = useShape(causes);
  const pins = usePins(causes);
  const { deselect, leave } = leavingOf(causes);
  const { onMenu, menu } = useNodeMenu(causes);
  const ways = { onNode: toNode, onEdge: toEdge };
  return {
    ...{ shape, menu },
    drawing: { pins, isFixed: shape.isFixed, chosen: edge ?? node },
    ways: { ...ways, at: node, onNothing: deselect, onOpen: toggleExpanded, onMenu, onBack: leave, shape },
    table: <Twin picture={picture} {...rowsOf(causes)} node={node} edge={edge} {...ways} />,
  };
}
