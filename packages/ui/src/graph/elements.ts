import type { CausalEdge, CausalNode, EvidenceBasis } from '@twicewise/contract';
import { causes } from '../strings/causes.ts';
import type { Picture } from './picture.ts';

/** A box shows this many lines of a node's text, each of at most `PER_LINE` characters. */
const LINES = 2;
const PER_LINE = 27;
/** Seen from further away, its letters are larger and its kind makes room for a line more; from still further away they are two lines again. */
const PER_MID_LINE = 19;
const MID_LINES = 3;
const PER_LOW_LINE = 13;
/** With more edges than this, labels on them would cover each other. */
const MOST_NAMED = 40;

/** A node or an edge for the drawing library. Plain values: labels are text on a canvas, never markup. */
export interface Element {
  group: 'nodes' | 'edges';
  data: Record<string, string | number>;
  classes: string[];
}

/** Characters that change the reading direction or break lines; boxes do not show them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A text in one line, without invisible characters. */
export const oneLine = (text: string) => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();

/** Cuts a text to so many characters, with an ellipsis. */
function cut(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}

/** The text of a box: broken between words where possible, cut after so many lines. */
export function inBox(text: string, perLine = PER_LINE, most = LINES): string {
  let rest = oneLine(text);
  const lines: string[] = [];
  while (lines.length < most - 1 && [...rest].length > perLine) {
    const head = [...rest].slice(0, perLine + 1).join('');
    const space = head.lastIndexOf(' ');
    const line = space > 0 ? head.slice(0, space) : [...rest].slice(0, perLine).join('');
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return [...lines, cut(rest, perLine)].join('\n');
}

function nodeElement(node: CausalNode): Element {
  const { id, kind, label, ownOutcome } = node;
  const shape = kind === 'decision' || kind === 'error' ? kind : 'event';
  return {
    group: 'nodes',
    data: {
      id,
      label: `${cut(oneLine(causes.kind(kind)), PER_LINE)}\n${inBox(label)}`,
      mid: inBox(label, PER_MID_LINE, MID_LINES),
      low: inBox(label, PER_LOW_LINE),
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
