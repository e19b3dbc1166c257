import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { causalNode } from '../../data/queries/causes.ts';
import type { Point } from '../../graph/layout.ts';
import type { ClaimSide } from '../../groups/Causes/ClaimForm.tsx';
import { NodeMenu } from '../../groups/Causes/NodeDeeds.tsx';
import { useActionRunner } from '../../state/action-registry.tsx';
import type { ActionId } from '../../state/actions.ts';
import { deedsOf } from './node-deeds.ts';
import type { Causes } from './use-causes.ts';
import { useShape } from './use-shape.ts';

/** What the map offers beside the actions of a node, and what the panel of the selected one does. */
const OF_MAP: readonly ActionId[] = ['showHidden', 'unpinAll'];
const OF_SELECTED: readonly ActionId[] = [...OF_MAP, 'nodeCause', 'nodeEffect', 'copyAddress', 'source'];

/** The menu of a node, and how it is opened. The node is not selected by that: its panel would move the map. */
export function useNodeMenu(causes: Causes): { onMenu: (id: string, at: Point) => void; menu: ReactNode } {
  const { view, node, picture, begin, toNode } = causes;
  const [{ id, at }, setAsked] = useState({ id: '', at: { x: 0, y: 0 } });
  const [isOpen, setOpen] = useState(false);
  const { offers } = useActionRunner();
  const shape = useShape(causes);
  const query = useQuery({ ...causalNode(useClient(), id, view.project), enabled: isOpen });
  const isSelected = id === node && view.edge === undefined;
  const claim = (side: ClaimSide) => () => {
    begin({ id, side });
    toNode(id);
  };
  const claims = isSelected ? {} : { onCause: claim('cause'), onEffect: claim('effect') };
  const offered = new Set(offers().flatMap((offer) => (offer.why === null ? [offer.id] : [])));
  return {
    onMenu: (next, where) => {
      setAsked({ id: next, at: where });
      setOpen(true);
    },
    menu: (
      <NodeMenu
        deeds={{ ...deedsOf(id, query.data, causes, shape), ...claims }}
        isDecision={picture.nodes.find((one) => one.id === id)?.kind === 'decision'}
        also={(isSelected ? OF_SELECTED : OF_MAP).filter((other) => offered.has(other))}
        at={at}
        // When all its items are known, so that none moves under the pointer.
        opened={[isOpen && !query.isPending, setOpen]}
      />
    ),
  };
}
