import type { CausalEdge, CausalNode, EvidenceBasis } from '@twicewise/contract';
import { strings } from '../strings.ts';
import type { Picture } from './picture.ts';

/** A box has two lines for what a node says, of so many characters each. */
const LINES = 2;
const PER_LINE = 27;
/** With more of them, words on edges would cover each other. */
const MOST_NAMED = 40;

/** A node or an edge as the drawing takes it. Plain values: labels are text for a canvas and never markup. */
export interface Element {
  group: 'nodes' | 'edges';
  data: Record<string, string | number>;
  classes: string[];
}

/** Characters that turn the reading direction or break lines have no business in a box. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A text in one line, without what is not seen. */
export const oneLine = (text: string) => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();

/** Cut to so many characters, with a mark that it is. */
function cut(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}

/** A text as a box has it: broken between words where that can be, cut after two lines. */
export function inBox(text: string): string {
  let rest = oneLine(text);
  const lines: string[] = [];
  while (lines.length < LINES - 1 && [...rest].length > PER_LINE) {
    const head = [...rest].slice(0, PER_LINE + 1).join('');
    const space = head.lastIndexOf(' ');
    const line = space > 0 ? head.slice(0, space) : [...rest].slice(0, PER_LINE).join('');
    lines.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return [...lines, cut(rest, PER_LINE)].join('\n');
}

function nodeElement(node: CausalNode): Element {
  const { id, kind, label } = node;
  const classes = kind === 'decision' || kind === 'error' ? [kind] : ['event'];
  return {
    group: 'nodes',
    data: { id, label: `${cut(oneLine(strings.causes.kind(kind)), PER_LINE)}\n${inBox(label)}` },
    classes,
  };
}

/** How an edge is known best; nothing speaks for one that was disputed by all. The host has the strongest first. */
function known([strongest]: readonly EvidenceBasis[]): string[] {
  return strongest ? [strongest] : [];
}

/** What stands at an edge: that it is disputed always, and its relation where it is not the usual one. */
function edgeLabel({ relation, isDisputed }: CausalEdge, isNamed: boolean): string {
  const { relations, disputed } = strings.causes;
  if (isDisputed) return `✕ ${disputed}`;
  return relation === 'causes' || !isNamed ? '' : relations[relation];
}

function edgeElement(edge: CausalEdge, isNamed: boolean): Element {
  const { id, from, to, relation, bases, isDisputed, weight } = edge;
  return {
    group: 'edges',
    data: { id, source: from, target: to, weight, label: edgeLabel(edge, isNamed) },
    classes: [relation, ...known(bases), ...(isDisputed ? ['disputed'] : [])],
  };
}

/** A picture as elements of the drawing. */
export function elementsOf({ nodes, edges }: Picture): Element[] {
  const isNamed = edges.length <= MOST_NAMED;
  return [...nodes.map(nodeElement), ...edges.map((edge) => edgeElement(edge, isNamed))];
}
