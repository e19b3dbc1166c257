import type { OutputOf } from '@twicewise/contract';
import { askPatch, edgeFilterOf, type Question } from '../../data/causes-view.ts';
import type { NodeDeeds } from '../../groups/Causes/NodeDeeds.tsx';
import type { Causes } from './use-causes.ts';
import type { Shape } from './use-shape.ts';

/** Whether expanding a node would draw more than there is: an edge beyond those drawn, to a node that is not hidden. */
export function hasMore({ edges, edgeCount }: OutputOf<'causal.node'>, { view, picture }: Causes): boolean {
  const drawn = new Set(picture.edges.map(({ id }) => id));
  const { relations } = edgeFilterOf(view);
  const isLeft = ({ edge, other }: (typeof edges)[number]) =>
    relations.includes(edge.relation) && !drawn.has(edge.id) && !view.hide?.includes(other.id);
  return edgeCount > edges.length || edges.some(isLeft);
}

/** What can be done with a node; whether expanding it would draw anything is known once it was read. */
export function deedsOf(
  id: string,
  found: OutputOf<'causal.node'> | undefined,
  causes: Causes,
  shape: Shape,
): NodeDeeds {
  const { view, change, open, middle, expand, collapse, isOnMap } = causes;
  const isMiddle = id === view.node && !view.ask;
  const isHere = isOnMap(id);
  const isHidden = view.hide?.includes(id) ?? false;
  const canExpand = isHere && !isMiddle && !open.includes(id) && found !== undefined && hasMore(found, causes);
  const ask = (question: Question) => () => change({ ...askPatch(view, question), from: id, to: undefined });
  return {
    onMiddle: isMiddle ? undefined : () => middle(id),
    isInAnswer: view.ask !== undefined,
    onExpand: canExpand ? () => expand(id) : undefined,
    onCollapse: isHere && open.includes(id) ? () => collapse(id) : undefined,
    onHide: isHere || isHidden ? () => shape.hide(id) : undefined,
    isHidden,
    onPin: isHere && !shape.isFixed ? () => shape.pin(id) : undefined,
    isPinned: shape.isPinned(id),
    onFocus: isHere ? () => shape.focus(id) : undefined,
    isFocus: shape.only?.id === id,
    onWhy: ask('why'),
    onPath: ask('path'),
    onWhatIf: ask('whatif'),
    onSimilar: ask('similar'),
  };
}
