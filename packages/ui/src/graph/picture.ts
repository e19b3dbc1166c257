import type { CausalEdge, CausalNode, OutputOf } from '@twicewise/contract';
import type { Plan } from './layout.ts';

/** The nodes and edges of the drawing, and of the table with the same content. */
export interface Picture {
  nodes: readonly CausalNode[];
  edges: readonly CausalEdge[];
  /** The number of nodes left out by the limit. */
  notShown: number;
}

/** Nothing to draw. */
export const BLANK_PICTURE: Picture = { nodes: [], edges: [], notShown: 0 };

/** The most nodes drawn: with 500 a map moves smoothly, with 2,000 it stutters. */
export const MOST_DRAWN = 500;

/** What is joined to a picture. */
export type Answer = Pick<OutputOf<'causal.graph'>, 'nodes' | 'edges' | 'notShown'>;

/**
 * Joins several answers into one picture, the first answer's nodes first. Hidden nodes and those beyond the limit are left out,
 * with their edges, and so is a node that has no edge left, unless it is pinned: nothing would say why it is there.
 */
export function pictureOf(
  answers: readonly Answer[],
  hidden: readonly string[],
  pinned: readonly string[] = [],
  most = MOST_DRAWN,
): Picture {
  const nodes = new Map(answers.flatMap((answer) => answer.nodes).map((node) => [node.id, node]));
  for (const id of hidden) nodes.delete(id);
  const drawn = [...nodes.values()].slice(0, most);
  const ids = new Set(drawn.map(({ id }) => id));
  const edges = new Map(answers.flatMap((answer) => answer.edges).map((edge) => [edge.id, edge]));
  const shown = [...edges.values()].filter(({ from, to }) => ids.has(from) && ids.has(to));
  const stays = new Set([...shown.flatMap(({ from, to }) => [from, to]), ...pinned]);
  return {
    nodes: drawn.filter(({ id }) => stays.has(id)),
    edges: shown,
    notShown: nodes.size - drawn.length + answers.reduce((sum, { notShown }) => sum + notShown, 0),
  };
}

/**
 * The nodes that a picture leaves out for hidden ones: these, and those that nothing but them gave an edge. Each with the hidden ones
 * that must be shown again for it to be drawn.
 */
export function hiddenBy(
  answers: readonly Answer[],
  hidden: readonly string[],
  picture: Picture,
): ReadonlyMap<string, readonly string[]> {
  if (hidden.length === 0) return new Map();
  const drawn = new Set(picture.nodes.map(({ id }) => id));
  const whole = pictureOf(answers, []);
  const beside = (id: string) => whole.edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []));
  const left = whole.nodes.filter(({ id }) => !drawn.has(id));
  return new Map(
    left.map(({ id }) => {
      const near = beside(id);
      const all = near.some((other) => drawn.has(other)) ? [id] : [id, ...near];
      return [id, hidden.filter((one) => all.includes(one))];
    }),
  );
}

/** How many nodes a person hid, and how many others these alone connected. */
export interface HiddenCount {
  chosen: number;
  alone: number;
}

/** Where nothing is hidden. */
export const NONE_HIDDEN: HiddenCount = { chosen: 0, alone: 0 };

/** Counts what {@link hiddenBy} says is not drawn. */
export function countHidden(by: ReadonlyMap<string, unknown>, hidden: readonly string[]): HiddenCount {
  const chosen = hidden.filter((id) => by.has(id)).length;
  return { chosen, alone: by.size - chosen };
}

/** Why a node is not drawn: a person hid it, or it is connected by hidden ones alone; null where it is not hidden. */
export type Hiding = keyof HiddenCount | null;

/** The nodes that edges tie to one of these. */
export function nodesBeside(answers: readonly Answer[], ids: readonly string[]): string[] {
  const ends = answers.flatMap(({ edges }) => edges).map(({ from, to }) => [from, to]);
  return ends.filter((both) => both.some((id) => ids.includes(id))).flat();
}

/** A picture without these nodes, and with all others. */
export function withoutNodes({ nodes, edges, notShown }: Picture, ids: readonly string[]): Picture {
  return {
    nodes: nodes.filter(({ id }) => !ids.includes(id)),
    edges: edges.filter(({ from, to }) => !ids.includes(from) && !ids.includes(to)),
    notShown,
  };
}

/** Only a node and its neighbours, with the edges between them; null where the picture does not have it. */
export function onlyAround(picture: Picture, id: string): Picture | null {
  const tied = picture.edges.filter(({ from, to }) => from === id || to === id);
  const near = new Set(tied.flatMap(({ from, to }) => [from, to]));
  if (near.size === 0) return null;
  return {
    nodes: picture.nodes.filter((node) => near.has(node.id)),
    edges: picture.edges.filter(({ from, to }) => near.has(from) && near.has(to)),
    notShown: 0,
  };
}

/** The graph of a picture, to arrange it. */
export function planOf({ nodes, edges }: Picture): Plan {
  return { nodes: nodes.map(({ id }) => id), edges: edges.map(({ from, to }) => ({ from, to })) };
}

/** A step of an answer: an edge with both of its ends. */
type Step = Pick<OutputOf<'causal.why'>['chains'][number]['steps'][number], 'edge' | 'from' | 'to'>;

/** The nodes and edges of steps, each once. */
export function partsOf(steps: readonly Step[]): Answer {
  const nodes = new Map(steps.flatMap(({ from, to }) => [from, to]).map((node) => [node.id, node]));
  const edges = new Map(steps.map(({ edge }) => [edge.id, edge]));
  return { nodes: [...nodes.values()], edges: [...edges.values()], notShown: 0 };
}
