import type { CausalRelation, EvidenceBasis, PatternStanding } from '@twicewise/contract';
import { strings } from '../strings.ts';

/** Relations in the order in which they are offered. Order in time is the last, and off unless asked for. */
export const RELATIONS = Object.keys(strings.causes.relations) as CausalRelation[];
/** Ways in which an edge is known, in the order in which they are offered. */
export const BASES = Object.keys(strings.causes.bases) as EvidenceBasis[];
/** What can be asked beside looking at the map. */
export const QUESTIONS = ['why', 'path', 'whatif', 'similar', 'deadends'] as const;
/** See {@link QUESTIONS}. */
export type Question = (typeof QUESTIONS)[number];
/** What the screen shows in place of the map. */
export const ASKABLE = [...QUESTIONS, 'patterns'] as const;

const STANDINGS = Object.keys(strings.patterns.standings) as PatternStanding[];

/** Relations that a map has when nobody chose: order in time is none of them, because it is no cause. */
export const USUAL: readonly CausalRelation[] = RELATIONS.filter((relation) => relation !== 'precedes');

/** What the screen Causes shows, as its link says it. */
export interface CausesView {
  project?: string;
  /** Words that nodes are looked for with. */
  q?: string;
  /** The middle of the map. Absent: the most connected nodes. */
  node?: string;
  /** The node that is looked at, where it is not the middle. */
  at?: string;
  /** The edge that is looked at. */
  edge?: string;
  /** Nodes whose own neighbours are on the map too. */
  open?: string[];
  /** Nodes that were taken off the map. */
  hide?: string[];
  ask?: (typeof ASKABLE)[number];
  /** The pattern that is looked at. */
  pattern?: string;
  /** Patterns of that standing only. */
  standing?: PatternStanding;
  /** Patterns that were said to be none, too. */
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

/** A change to a view: undefined takes the part away. */
export type CausesPatch = { [K in keyof CausesView]?: CausesView[K] | undefined };

/** Nodes that may be unfolded at once: each is a question of its own. */
export const MOST_OPEN = 12;
const MOST_HIDDEN = 100;
const NODE = /^node_[0-9a-f]{12}$/;
const PATTERN = /^pattern_[0-9a-f]{12}$/;
const EDGE = /^edge_[0-9a-f]{12}$/;
const MOST_WORDS = 1000;

function texts(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return [...new Set(items.filter((item): item is string => typeof item === 'string' && item !== ''))];
}

const first = (value: unknown) => texts(value)[0]?.slice(0, MOST_WORDS);
const like = (value: unknown, pattern: RegExp) => texts(value).filter((item) => pattern.test(item));
const known = <T extends string>(value: unknown, all: readonly T[]) =>
  all.filter((item) => texts(value).includes(item));

function instant(value: unknown): string | undefined {
  const time = Date.parse(first(value) ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function percent(value: unknown): number | undefined {
  const share = Number(Array.isArray(value) ? value[0] : value);
  return Number.isInteger(share) && share > 0 && share <= 100 ? share : undefined;
}

const isUsual = (relations: readonly CausalRelation[]) =>
  relations.length === USUAL.length && USUAL.every((relation) => relations.includes(relation));

/** The view with some parts replaced; empty parts are left out, so that equal views have equal links. */
export function patchCauses(view: CausesView, patch: CausesPatch): CausesView {
  const entries = Object.entries<unknown>({ ...view, ...patch }).filter(
    ([name, value]) =>
      value !== undefined && String(value) !== '' && !(name === 'relation' && isUsual(value as CausalRelation[])),
  );
  return Object.fromEntries(entries);
}

/** Reads a view from a link; what is not understood is left out. */
export function readCauses(search: Record<string, unknown>): CausesView {
  return patchCauses(
    {},
    {
      project: first(search.project),
      q: first(search.q),
      node: like(search.node, NODE)[0],
      at: like(search.at, NODE)[0],
      edge: like(search.edge, EDGE)[0],
      open: like(search.open, NODE).slice(0, MOST_OPEN),
      hide: like(search.hide, NODE).slice(0, MOST_HIDDEN),
      ask: ASKABLE.find((question) => question === search.ask),
      pattern: like(search.pattern, PATTERN)[0],
      standing: known(search.standing, STANDINGS)[0],
      disputed: search.disputed === true || first(search.disputed) === '1' ? true : undefined,
      from: first(search.from),
      to: first(search.to),
      relation: known(search.relation, RELATIONS),
      basis: known(search.basis, BASES),
      weight: percent(search.weight),
      since: instant(search.since),
      until: instant(search.until),
    },
  );
}

/** What a map shows, apart from where its middle is. */
export interface EdgeFilter {
  projectId?: string;
  relations: readonly CausalRelation[];
  bases?: EvidenceBasis[];
  minWeight?: number;
  since?: string;
  until?: string;
}

/** The edges that a view lets through, as the host is asked for them. */
export function edgeFilterOf({ project, relation, basis, weight, since, until }: CausesView): EdgeFilter {
  return {
    ...(project ? { projectId: project } : {}),
    relations: relation ?? USUAL,
    ...(basis ? { bases: basis } : {}),
    ...(weight ? { minWeight: weight / 100 } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
}

/** True when something other than the project narrows which edges are shown. */
export function narrowsEdges({ relation, basis, weight, since, until }: CausesView): boolean {
  return [relation, basis, weight, since, until].some((part) => part !== undefined);
}

/** A view on another node: what was unfolded, hidden and chosen belonged to the one before. */
export function viewOn(view: CausesView, node: string | undefined): CausesView {
  const left = { at: undefined, edge: undefined, open: undefined, hide: undefined, ask: undefined };
  return patchCauses(view, { ...left, from: undefined, to: undefined, node });
}
