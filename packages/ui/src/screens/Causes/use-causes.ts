import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { OutputOf } from '@twicewise/contract';
import { useEffect, useMemo, useRef } from 'react';
import { type CausesPatch, edgeFilterOf, isMap, MOST_OPEN, patchCauses, viewOn } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { graphAround } from '../../data/queries/causes.ts';
import { BLANK_PICTURE, type Picture, pictureOf } from '../../graph/picture.ts';
import { useIsOn } from '../../state/paced-history.ts';
import { useAnswerParts } from './answer-parts.ts';

type Graph = OutputOf<'causal.graph'>;

/** The picture on the map, its middle, and the total numbers. */
export interface Drawn {
  picture: Picture;
  /** The name of the picture, under which the positions of nodes are kept. */
  of: string;
  middle: string | null;
  /** Null on the map of an answer, which is no part of a whole. */
  total: Graph['total'] | null;
  /** True when the middle no longer exists. */
  isGone: boolean;
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
  const { node, hide, project, ask, from, to } = view;
  const fresh = useMemo((): Drawn | null => {
    if (!isReady) return null;
    if (answer) {
      const of = [project ?? '', ask, from, to ?? ''].join(' ');
      const picture = pictureOf([answer, ...graphs], hide ?? []);
      return { picture, of, middle: null, total: null, isGone: false };
    }
    const [first] = graphs;
    if (!first || ask) return null;
    const picture = pictureOf(graphs, hide ?? []);
    const isGone = node !== undefined && first.middle?.node === null;
    return { picture, of: `${project ?? ''} ${node ?? ''}`, middle: node ?? null, total: first.total, isGone };
  }, [graphs, isReady, answer, hide, node, project, ask, from, to]);
  const last = useRef<{ drawn: Drawn; ask: typeof ask } | null>(null);
  useEffect(() => {
    if (fresh) last.current = { drawn: fresh, ask };
  });
  // What another question was answered with says nothing about this one.
  const before = last.current?.ask === ask ? last.current?.drawn : undefined;
  return { drawn: fresh ?? before ?? null, isStale: fresh === null, failed };
}

function useView() {
  const navigate = useNavigate();
  const view = useSearch({ from: '/causes' });
  const isOn = useIsOn('/causes');
  const change = (patch: CausesPatch, options: { replace?: boolean } = {}) => {
    if (options.replace && !isOn()) return;
    // Another question has other chains, and a map of its own.
    const isOther = 'from' in patch || 'to' in patch;
    const left = isOther ? { chain: undefined, open: undefined, hide: undefined, at: undefined, edge: undefined } : {};
    void navigate({ to: '/causes', search: patchCauses(view, { ...left, ...patch }), ...options });
  };
  return { view, change, navigate };
}

/** The state of the screen, which is entirely in its link. */
export function useCauses() {
  const { view, change, navigate } = useView();
  const { drawn, isStale, failed } = useDrawn(view);
  const { picture } = drawn ?? { picture: BLANK_PICTURE };
  const node = view.at ?? view.node ?? null;
  const open = view.open ?? [];
  const isOnMap = (id: string) => picture.nodes.some((other) => other.id === id);

  const middle = (id: string | undefined, patch: CausesPatch = {}) =>
    void navigate({ to: '/causes', search: viewOn(patchCauses(view, patch), id) });
  /** Selects a node: on the map if it is there, otherwise it becomes the middle. An open answer stays. */
  const toNode = (id: string) => {
    if (view.ask || isOnMap(id))
      return change({ at: id === view.node ? undefined : id, edge: undefined }, { replace: true });
    middle(id);
  };
  const toEdge = (id: string) => change({ edge: id }, { replace: view.edge !== undefined });
  const fold = (id: string) => change({ open: open.filter((other) => other !== id) });
  const expand = (id: string) => change({ open: [...open, id].slice(-MOST_OPEN) });
  /** Enter and double-click do the same. */
  const unfold = (id: string) => {
    if (id !== view.node) (open.includes(id) ? fold : expand)(id);
  };
  const hide = (id: string) =>
    change({ hide: [...(view.hide ?? []), id], open: open.filter((other) => other !== id), at: undefined });
  return {
    ...{ view, change, drawn, picture, isStale, failed, node, open, isOnMap },
    ...{ middle, toNode, toEdge, fold, expand, unfold, hide },
  };
}

/** See {@link useCauses}. */
export type Causes = ReturnType<typeof useCauses>;
