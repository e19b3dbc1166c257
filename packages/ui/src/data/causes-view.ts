import type { CausalRelation, EvidenceBasis, PatternStanding } from '@twicewise/contract';
import { strings } from '../strings.ts';
import { stringifySearch } from './lessons-view.ts';
import { instantIn, isOnIn, knownIn, textIn, textsIn } from './link-parts.ts';
import { readPins } from './map-pins.ts';

/** Relations in the order of the filter. Order in time comes last and is off by default. */
export const RELATIONS = Object.keys(strings.sharedCauses.relations) as CausalRelation[];
/** Bases of evidence in the order of the filter. */
export const BASES = Object.keys(strings.sharedCauses.bases) as EvidenceBasis[];
/** Questions that can be asked besides the map. */
export const QUESTIONS = ['why', 'path', 'whatif', 'similar', 'deadends'] as const;
/** See {@link QUESTIONS}. */
export type Question = (typeof QUESTIONS)[number];
/** What the screen can show besides its start and the map. */
export const ASKABLE = [...QUESTIONS, 'connect', 'patterns'] as const;

const STANDINGS = Object.keys(strings.sharedCauses.standings) as PatternStanding[];

/** Relations that a claim can have: all but order in time, which is no cause. */
export const CLAIM_RELATIONS = RELATIONS.filter((relation) => relation !== 'precedes');
/** Relations on a map by default. */
export const USUAL: readonly CausalRelation[] = CLAIM_RELATIONS;

/** The view of the Causes screen, as in its link. */
export interface CausesView {
  project?: string;
  /** True to show the map of everything instead of the start. */
  map?: true;
  /** Words to search nodes for. */
  q?: string;
  /** The node at the centre. Absent: the most connected nodes. */
  node?: string;
  /** The selected node, when it is not the centre. */
  at?: string;
  /** The selected edge. */
  edge?: string;
  /** Set where the table below the map shows its nodes, and not its edges. */
  table?: 'nodes';
  /** Nodes whose neighbours are on the map too. */
  open?: string[];
  /** The number of them that were arranged together with the rest; the others were added to that, one after the other. */
  even?: number;
  /** Nodes that were removed from the map. */
  hide?: string[];
  /** Nodes that a person put in their places: `node_….x.y`, see {@link readPins}. */
  pin?: string[];
  /** The node that alone is shown, with its neighbours. */
  only?: string;
  ask?: (typeof ASKABLE)[number];
  /** The session log in which two things are connected, if it is one. */
  session?: string;
  /** The number of the chain that is highlighted in an answer. */
  chain?: number;
  /** The selected pattern. */
  pattern?: string;
  /** Patterns of that standing only. */
  standing?: PatternStanding;
  /** Includes disputed patterns. */
  disputed?: true;
  /** What a question is about: a node id or words. */
  from?: string;
  /** The other end of a path, the alternative, or the task of dead ends. */
  to?: string;
  relation?: CausalRelation[];
  basis?: EvidenceBasis[];
  /** Least weight of an edge, in percent. */
  weight?: number;
  since?: string;
  until?: string;
}

/** A change to a view; undefined removes a part. */
export type CausesPatch = { [K in keyof CausesView]?: CausesView[K] | undefined };

/** Maximum number of expanded nodes: each needs a query of its own. */
export const MOST_OPEN = 12;
/** Maximum number of chains in an answer. */
export const MOST_CHAINS = 5;
/** The most steps back that an answer is asked for; the most that the host goes. */
export const MOST_STEPS = 8;
/** Maximum number of hidden nodes: a link must stay short enough to be sent. */
export const MOST_HIDDEN = 100;
const NODE = /^node_[0-9a-f]{12}$/;
const PATTERN = /^pattern_[0-9a-f]{12}$/;
const EPISODE = /^epis_[0-9A-Z]{26}$/;
const EDGE = /^edge_[0-9a-f]{12}$/;
const MOST_WORDS = 1000;

const first = (value: unknown) => textIn(value)?.slice(0, MOST_WORDS);
const like = (value: unknown, pattern: RegExp) => textsIn(value).filter((item) => pattern.test(item));

function percent(value: unknown): number | undefined {
  const share = Number(Array.isArray(value) ? value[0] : value);
  return Number.isInteger(share) && share > 0 && share <= 100 ? share : undefined;
}

function small(value: unknown, most: number): number | undefined {
  const number = Number(Array.isArray(value) ? value[0] : value);
  return Number.isInteger(number) && number > 0 && number <= most ? number : undefined;
}

const isUsual = (relations: readonly CausalRelation[]) =>
  relations.length === USUAL.length && USUAL.every((relation) => relations.includes(relation));

/** The view with some parts replaced. Empty parts are removed, so that equal views have equal links. */
export function patchCauses(view: CausesView, patch: CausesPatch): CausesView {
  // What a person hid stays hidden, on every map and in every answer, until it is shown again or gone to.
  const { node, at, from, to } = patch;
  const hide = view.hide?.filter((id) => ![node, at, from, to].includes(id));
  const entries = Object.entries<unknown>({ ...view, hide, ...patch }).filter(
    ([name, value]) =>
      value !== undefined && String(value) !== '' && !(name === 'relation' && isUsual(value as CausalRelation[])),
  );
  return Object.fromEntries(entries);
}

/**
 * Reads a view from a link. Refused, and left out: ids that are not of the form of an id, words that are none of the list, numbers
 * that are not whole or too large, pins that are no places (see {@link readPins}), nodes after the first {@link MOST_OPEN} to
 * expand and {@link MOST_HIDDEN} to hide, and texts after 1,000 characters. A node that is no longer there changes nothing.
 */
export function readCauses(search: Record<string, unknown>): CausesView {
  return patchCauses(
    {},
    {
      project: first(search.project),
      map: isOnIn(search.map),
      q: first(search.q),
      node: like(search.node, NODE)[0],
      at: like(search.at, NODE)[0],
      edge: like(search.edge, EDGE)[0],
      table: knownIn(search.table, ['nodes'] as const)[0],
      open: like(search.open, NODE).slice(0, MOST_OPEN),
      even: small(search.even, MOST_OPEN),
      hide: like(search.hide, NODE).slice(0, MOST_HIDDEN),
      pin: readPins(textsIn(search.pin)),
      only: like(search.only, NODE)[0],
      ask: ASKABLE.find((question) => question === search.ask),
      session: like(search.session, EPISODE)[0],
      pattern: like(search.pattern, PATTERN)[0],
      standing: knownIn(search.standing, STANDINGS)[0],
      chain: small(search.chain, MOST_CHAINS),
      disputed: isOnIn(search.disputed),
      from: first(search.from),
      to: first(search.to),
      relation: knownIn(search.relation, RELATIONS),
      basis: knownIn(search.basis, BASES),
      weight: percent(search.weight),
      since: instantIn(search.since),
      until: instantIn(search.until),
    },
  );
}

/** A view as the query under which it is saved: all that is asked and drawn, without what is selected. Empty for the start. */
export function queryOfCauses(view: CausesView): string {
  // Reading it again puts its parts in a fixed order.
  const { at: _at, edge: _edge, ...shown } = readCauses({ ...view });
  return isStart(shown) ? '' : stringifySearch({ ...shown }).slice(1);
}

/** What filters the edges of a map, apart from its centre. */
export interface EdgeFilter {
  projectId?: string;
  relations: readonly CausalRelation[];
  bases?: EvidenceBasis[];
  minWeight?: number;
  since?: string;
  until?: string;
}

/** The filter of edges for the host. */
export function edgeFilterOf({ project, relation, basis, weight, since, until }: CausesView): EdgeFilter {
  return {
    ...(project ? { projectId: project } : {}),
    relations: relation ?? USUAL,
    ...(basis ? { bases: basis } : {}),
    // What is shown as 0.38 is found from 0.38 on, although it is 0.375.
    ...(weight ? { minWeight: Math.max(0, weight / 100 - 0.005 - 1e-9) } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
}

/** True when a filter other than the project limits the edges. */
export function narrowsEdges({ relation, basis, weight, since, until }: CausesView): boolean {
  return [relation, basis, weight, since, until].some((part) => part !== undefined);
}

/** True for the id of a node; what is asked about is one, or words. */
export const isNode = (subject: string | undefined): subject is string => subject !== undefined && NODE.test(subject);

/**
 * Shows the map or a question. What was asked about goes along if it is a node: words that were typed for one question make no
 * sense in the next one.
 */
export function askPatch({ from, to }: CausesView, ask: CausesView['ask']): CausesPatch {
  return {
    ...LEFT,
    ask,
    map: undefined,
    session: undefined,
    from: isNode(from) ? from : undefined,
    to: isNode(to) ? to : undefined,
  };
}

/** What belongs to one answer or one map, and goes when another is shown. */
export const LEFT = {
  at: undefined,
  edge: undefined,
  open: undefined,
  even: undefined,
  pin: undefined,
  only: undefined,
  chain: undefined,
} as const satisfies CausesPatch;

/** Parts of a link that say nothing about a map: they do not open one by themselves. */
const OF_NO_MAP: ReadonlySet<string> = new Set([
  'project',
  'pattern',
  'standing',
  'disputed',
  'chain',
  'session',
  'table',
  'from',
  'to',
  'hide',
]);

/** True when the link names nothing to show, so the screen begins with a question. */
export const isStart = (view: CausesView): boolean => Object.keys(view).every((part) => OF_NO_MAP.has(part));

/** True when the view shows the map of everything or the surroundings of a node. */
export const isMap = (view: CausesView): boolean => view.ask === undefined && !isStart(view);

/**
 * Makes a node what the open question is about: its first end, or the second end of a path whose first one is chosen. Null where no
 * question is open that can be about a node.
 */
export function subjectPatch({ ask, from }: CausesView, node: string): CausesPatch | null {
  if (ask === undefined || ['patterns', 'deadends', 'connect'].includes(ask)) return null;
  return ask === 'path' && isNode(from) && from !== node ? { to: node } : { from: node };
}

/** A view with another node at the centre; drops what was expanded and selected around the previous one. */
export function viewOn(view: CausesView, node: string | undefined): CausesView {
  return patchCauses(view, { ...LEFT, ask: undefined, session: undefined, from: undefined, to: undefined, node });
}
