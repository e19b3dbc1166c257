import type { CausalEdge } from '@twicewise/contract';
import type { Picture } from './picture.ts';

/** Directions of the arrow keys. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/** The position of a keyboard user: a node, and the edge by which they reached it. */
export interface Spot {
  node: string;
  via: string | null;
}

/** Strongest first; a cause before order in time. */
function byStrength(a: CausalEdge, b: CausalEdge): number {
  const late = ({ relation }: CausalEdge) => (relation === 'precedes' ? 1 : 0);
  return late(a) - late(b) || b.weight - a.weight || (a.id < b.id ? -1 : 1);
}

function leading(picture: Picture, node: string, way: 'left' | 'right'): Spot[] {
  const [near, far] = way === 'right' ? (['from', 'to'] as const) : (['to', 'from'] as const);
  return picture.edges
    .filter((edge) => edge[near] === node)
    .toSorted(byStrength)
    .map((edge) => ({ node: edge[far], via: edge.id }));
}

/** The nodes reached from the same node in the same direction. */
function beside(picture: Picture, { node, via }: Spot): Spot[] {
  const edge = picture.edges.find(({ id }) => id === via);
  if (!edge) return picture.nodes.map(({ id }) => ({ node: id, via: null }));
  return edge.to === node ? leading(picture, edge.from, 'right') : leading(picture, edge.to, 'left');
}

/**
 * One step with an arrow key: right to the strongest effect, left to the strongest cause, up and down among the nodes reached
 * from the same node. Without an edge to come from, up and down go through all nodes. Null: there is nothing in that direction.
 */
export function walk(picture: Picture, spot: Spot, direction: Direction): Spot | null {
  if (direction === 'left' || direction === 'right') return leading(picture, spot.node, direction)[0] ?? null;
  const others = beside(picture, spot);
  const at = others.findIndex(({ node, via }) => node === spot.node && via === spot.via);
  const next = others[at + (direction === 'down' ? 1 : -1)];
  return next ?? null;
}
