import type { CausalEdge, CausalNode, EvidenceBasis } from '@twicewise/contract';
import { causes } from '../strings/causes.ts';
import { inBox } from './box-text.ts';
import { BOX } from './layout.ts';
import { TEXT_SIZES } from './look.ts';
import type { Picture } from './picture.ts';

/** Room for text in a box, at each side less than the corner that is cut off. */
const ROOM = BOX.width - 16;
/**
 * Lines of a node's text. Seen from further away, its letters are larger and its kind makes room for a line more; from still further
 * away there are two again.
 */
const LINES = { near: 2, mid: 3, low: 2 };
/** With more edges than this, labels on them would cover each other. */
const MOST_NAMED = 40;

/** A node or an edge for the drawing library. Plain values: labels are text on a canvas, never markup. */
export interface Element {
  group: 'nodes' | 'edges';
  data: Record<string, string | number>;
  classes: string[];
}

const textAt = (distance: keyof typeof LINES, text: string) =>
  inBox(text, ROOM / TEXT_SIZES[distance], LINES[distance]);

function nodeElement(node: CausalNode): Element {
  const { id, kind, label, ownOutcome } = node;
  const shape = kind === 'decision' || kind === 'error' ? kind : 'event';
  return {
    group: 'nodes',
    data: {
      id,
      label: `${inBox(causes.kind(kind), ROOM / TEXT_SIZES.near, 1)}\n${textAt('near', label)}`,
      mid: textAt('mid', label),
      low: textAt('low', label),
    },
    classes: [shape, ownOutcome],
  };
}

/** The strongest evidence of an edge, which the host gives first; none for an edge that only has disputes. */
function known([strongest]: readonly EvidenceBasis[]): string[] {
  return strongest ? [strongest] : [];
}

/** The label of an edge: always that it is disputed, from far away by the sign alone, and its relation unless it is the usual one. */
function edgeLabel({ relation, isDisputed }: CausalEdge, isNamed: boolean) {
  const { relations, disputed } = causes;
  if (isDisputed) return { label: `✕ ${disputed}`, low: '✕' };
  const label = relation === 'causes' || !isNamed ? '' : relations[relation];
  return { label, low: label };
}

function edgeElement(edge: CausalEdge, isNamed: boolean): Element {
  const { id, from, to, relation, bases, isDisputed, weight } = edge;
  return {
    group: 'edges',
    data: { id, source: from, target: to, weight, ...edgeLabel(edge, isNamed) },
    classes: [relation, ...known(bases), ...(isDisputed ? ['disputed'] : [])],
  };
}

/** Converts a picture to elements for the drawing library. */
export function elementsOf({ nodes, edges }: Picture): Element[] {
  const isNamed = edges.length <= MOST_NAMED;
  return [...nodes.map(nodeElement), ...edges.map((edge) => edgeElement(edge, isNamed))];
}
