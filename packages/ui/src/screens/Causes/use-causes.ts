import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { CausalNode, OutputOf } from '@twicewise/contract';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type CausesPatch,
  type CausesView,
  edgeFilterOf,
  isMap,
  LEFT,
  MOST_OPEN,
  patchCauses,
  viewOn,
} from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { pinnedPlaces } from '../../data/map-pins.ts';
import { graphAround } from '../../data/queries/causes.ts';
import type { Plan } from '../../graph/layout.ts';
import {
  type Answer,
  BLANK_PICTURE,
  countHidden,
  type HiddenCount,
  hiddenBy,
  nodesBeside,
  onlyAround,
  type Picture,
  pictureOf,
  planOf,
  withoutNodes,
} from '../../graph/picture.ts';
import type { ClaimSide } from '../../groups/Causes/ClaimForm.tsx';
import { useIsOn } from '../../state/paced-history.ts';
import { useAnswerParts } from './answer-parts.ts';

type Graph = OutputOf<'causal.graph'>;

/** The picture on the map, its middle, and the total numbers. */
export interface Drawn {
  picture: Picture;
  hidden: HiddenCount;
  /** The nodes that are hidden, each with those to show again for it to be drawn. */
  hiddenBy: ReadonlyMap<string, readonly string[]>;
  /** How it grew, for its arrangement; what is hidden has its place in it, so that hiding moves nothing. */
  steps: readonly Plan[];
  /** The name of the picture, under which the positions of nodes are kept. */
  of: string;
  middle: string | null;
  /** Null on the map of an answer, which is no part of a whole. */
  total: Graph['total'] | null;
  /** The node that an answer is about. */
  subject: string | null;
  /** True when the middle no longer exists. */
  isGone: boolean;
  /** The node that alone is shown, with its neighbours; null when all are. */
  only: CausalNode | null;
}

interface Shape extends Pick<CausesPatch, 'hide' | 'only' | 'even'> {
  /** The ids of pinned nodes, in one text. */
  pinned: string;
  /** The node that the picture is around. */
  lead: string | null | undefined;
  isAnswer: boolean;
}

/** The picture of a link, and how it grew: at first `even` expanded nodes at once, then one after the other. */
function grown(answers: readonly Answer[], { hide = [], only, even, pinned, lead, isAnswer }: Shape, of: string) {
  // What a picture is around may be hidden; the picture stays, and so do the neighbours that nothing else ties to it. Where these are
  // hidden, the middle of a map stays itself; an answer without its chains is none.
  const around = hide.filter((id) => id === lead || id === only);
  const alone = hide.length > 0 && lead && !isAnswer ? [lead] : [];
  const stays = [...pinned.split(' '), ...alone, ...nodesBeside(answers, around)];
  const picture = pictureOf(answers, hide, stays);
  const by = hiddenBy(answers, hide, picture);
  const left = { hidden: countHidden(by, hide), hiddenBy: by };
  const shown = hide.filter((id) => id !== only);
  const near = only === undefined ? null : onlyAround(pictureOf(answers, shown, stays), only);
  const middle = near?.nodes.find(({ id }) => id === only);
  if (near && middle) {
    // Two neighbours may be far from each other on the whole map, so they are arranged anew.
    const steps = [planOf(near)];
    return { picture: withoutNodes(near, hide), ...left, steps, of: `${of} only ${only}`, only: middle };
  }
  const first = Math.min(even ?? 0, answers.length - 1);
  const before = answers.slice(first).map((_, index) => planOf(pictureOf(answers.slice(0, first + index + 1), [])));
  return { picture, ...left, steps: [...before, planOf(picture)], of: `${of} ${even ?? ''}`, only: null };
}

interface Answers {
  graphs: Graph[];
  isReady: boolean;
  failed: { error: Error | null; refetch: () => unknown } | null;
}

function combined(results: UseQueryResult<Graph>[]): Answers {
  const graphs = results.flatMap(({ data }) => data ?? []);
  const failed = results.find(({ data, error }) => !data && error);
  return {
    graphs,
    isReady: graphs.length === results.length,
    failed: failed ? { error: failed.error, refetch: failed.refetch } : null,
  };
}

/** The content of the map according to the link. While the next answer is loading, the previous one stays. */
function useDrawn(view: ReturnType<typeof useView>['view']) {
  const client = useClient();
  const filter = edgeFilterOf(view);
  const { graphs, isReady, failed } = useQueries({
    // A node that is requested twice would be counted twice.
    queries: [...new Set([...(isMap(view) ? [view.node] : []), ...(view.open ?? [])])].map((id) =>
      graphAround(client, id, filter),
    ),
    combine: combined,
  });
  const answer = useAnswerParts(view);
  const { node, hide, only, even, pin, project, ask, from, to } = view;
  // As a text, so that moving a pinned node does not make a new picture.
  const pinned = Object.keys(pinnedPlaces(pin)).join(' ');
  const fresh = useMemo((): Drawn | null => {
    if (!isReady) return null;
    const shape = { hide, only, even, pinned, lead: answer ? answer.subject : node, isAnswer: answer !== null };
    if (answer) {
      const of = [project ?? '', ask, from, to ?? ''].join(' ');
      const { subject } = answer;
      return { ...grown([answer, ...graphs], shape, of), middle: null, total: null, subject, isGone: false };
    }
    const [first] = graphs;
    if (!first || ask) return null;
    const isGone = node !== undefined && first.middle?.node === null;
    const drawing = grown(graphs, shape, `${project ?? ''} ${node ?? ''}`);
    return { ...drawing, middle: node ?? null, total: first.total, subject: null, isGone };
  }, [graphs, isReady, answer, hide, only, even, pinned, node, project, ask, from, to]);
  const last = useRef<{ drawn: Drawn; ask: typeof ask } | null>(null);
  useEffect(() => {
    if (fresh) last.current = { drawn: fresh, ask };
  });
  // An answer that has nothing to draw leaves no map; what another question was answered with says nothing about this one.
  const isBlank = ask !== undefined && answer === null;
  const before = last.current?.ask === ask && !isBlank ? last.current?.drawn : undefined;
  return { drawn: fresh ?? before ?? null, isStale: fresh === null && !isBlank, failed };
}

function useView() {
  const navigate = useNavigate({ from: '/causes' });
  const view = useSearch({ from: '/causes' });
  const isOn = useIsOn('/causes');
  /** Some changes follow an answer of the host: they change the link as it is by then, and lead nobody back to this screen. */
  const lead = (to: (current: CausesView) => CausesView, replace = false) => {
    if (isOn()) void navigate({ search: to, replace });
  };
  const change = (patch: CausesPatch, { replace = false }: { replace?: boolean } = {}) => {
    // Another question has other chains, and a map of its own.
    const isOther = 'from' in patch || 'to' in patch;
    lead((current) => patchCauses(current, { ...(isOther ? LEFT : {}), ...patch }), replace);
  };
  const middle = (id: string | undefined, patch: CausesPatch = {}) =>
    lead((current) => viewOn(patchCauses(current, patch), id));
  return { view, change, middle };
}

/** The state of the screen, which is entirely in its link. */
export function useCauses() {
  const { view, change, middle } = useView();
  const { drawn, isStale, failed } = useDrawn(view);
  const { picture } = drawn ?? { picture: BLANK_PICTURE };
  const node = view.at ?? view.node ?? null;
  const open = view.open ?? [];
  const isOnMap = (id: string) => picture.nodes.some((other) => other.id === id);

  /** Selects a node: on the map if it is there, otherwise it becomes the middle. An open answer stays. */
  const toNode = (id: string) => {
    if (view.ask || isOnMap(id))
      return change({ at: id === view.node ? undefined : id, edge: undefined }, { replace: true });
    middle(id);
  };
  const toEdge = (id: string) => change({ edge: id }, { replace: view.edge !== undefined });
  const collapse = (id: string) => change({ open: open.filter((other) => other !== id) });
  const expand = (id: string) => change({ open: [...open, id].slice(-MOST_OPEN) });
  /** Enter and double-click do the same. */
  const toggleExpanded = (id: string) => {
    if (id !== view.node) (open.includes(id) ? collapse : expand)(id);
  };
  /** The form of a claim with which the panel of a node opens. */
  const [begun, begin] = useState<{ id: string; side: ClaimSide } | null>(null);
  return {
    ...{ view, change, drawn, picture, isStale, failed, node, open, isOnMap, begun },
    ...{ middle, toNode, toEdge, collapse, expand, toggleExpanded, begin },
  };
}

/** See {@link useCauses}. */
export type Causes = ReturnType<typeof useCauses>;
