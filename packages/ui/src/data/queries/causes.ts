import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';
import type { EdgeFilter } from '../causes-view.ts';

// Everything here is derived from episodes and claims; both make it stale.
const TOPIC = 'claim';

const PAGE = 50;
/** So many nodes one question answers with; what several answers have together is bounded where they are put together. */
const MOST_NODES = 300;
const KEPT_MS = 60_000;

const inProject = (projectId: string | undefined) => (projectId ? { projectId } : {});

/** Nodes by what they say, or the most connected ones. */
export function nodeList(client: Client, projectId: string | undefined, text: string) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'nodes', projectId ?? null, text],
    queryFn: ({ pageParam }) =>
      client.call('causal.nodes', {
        ...inProject(projectId),
        // Whoever looks for words wants what says them, however long ago.
        ...(text === '' ? {} : { text, inactive: true }),
        limit: PAGE,
        offset: pageParam,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, offset) => (offset + PAGE < total ? offset + PAGE : null),
    gcTime: KEPT_MS,
  });
}

/** A few nodes that words may mean. */
export function nodesLike(client: Client, projectId: string | undefined, text: string) {
  return queryOptions({
    queryKey: [TOPIC, 'like', projectId ?? null, text],
    queryFn:
      text === ''
        ? skipToken
        : async () =>
            (await client.call('causal.nodes', { ...inProject(projectId), text, inactive: true, limit: 6 })).items,
    gcTime: KEPT_MS,
  });
}

/** What is around a node, one step far; or the most connected nodes. */
export function graphAround(client: Client, around: string | undefined, filter: EdgeFilter) {
  return queryOptions({
    queryKey: [TOPIC, 'graph', around ?? null, filter],
    queryFn: () =>
      client.call('causal.graph', {
        ...filter,
        relations: [...filter.relations],
        ...(around ? { around } : {}),
        depth: 1,
        limit: MOST_NODES,
      }),
    gcTime: KEPT_MS,
  });
}

/** One node with its text, edges and episodes. */
export function causalNode(client: Client, id: string | undefined, projectId: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'node', id ?? null, projectId ?? null],
    queryFn: id ? () => client.call('causal.node', { ...inProject(projectId), id }) : skipToken,
    gcTime: KEPT_MS,
  });
}

/** One edge with its evidence. */
export function causalEdge(client: Client, id: string, projectId: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'edge', id, projectId ?? null],
    queryFn: () => client.call('causal.edge', { ...inProject(projectId), id }),
    gcTime: KEPT_MS,
  });
}

const MOST_CHAINS = 5;

/** What led to something. */
export function whyOf(client: Client, projectId: string | undefined, of: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'why', projectId ?? null, of ?? null],
    queryFn: of ? () => client.call('causal.why', { ...inProject(projectId), of, limit: MOST_CHAINS }) : skipToken,
    gcTime: KEPT_MS,
  });
}

/** How one thing led to another. */
export function pathOf(client: Client, projectId: string | undefined, from?: string, to?: string) {
  return queryOptions({
    queryKey: [TOPIC, 'path', projectId ?? null, from ?? null, to ?? null],
    queryFn:
      from && to
        ? () => client.call('causal.path', { ...inProject(projectId), from, to, limit: MOST_CHAINS })
        : skipToken,
    gcTime: KEPT_MS,
  });
}

/** What another choice might have come to. */
export function whatIfOf(client: Client, projectId: string | undefined, decision?: string, alternative?: string) {
  return queryOptions({
    queryKey: [TOPIC, 'whatIf', projectId ?? null, decision ?? null, alternative ?? null],
    queryFn:
      decision && alternative
        ? () => client.call('causal.whatIf', { ...inProject(projectId), decision, alternative, limit: 10 })
        : skipToken,
    gcTime: KEPT_MS,
  });
}

/** Decisions that were about something like it. */
export function similarTo(client: Client, projectId: string | undefined, context: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'similar', projectId ?? null, context ?? null],
    queryFn: context
      ? () => client.call('causal.similarDecisions', { ...inProject(projectId), context, limit: 20 })
      : skipToken,
    gcTime: KEPT_MS,
  });
}

/** What was tried for such a task and did not work. */
export function deadEndsOf(client: Client, projectId: string | undefined, task: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'deadEnds', projectId ?? null, task ?? null],
    queryFn: task ? () => client.call('causal.deadEnds', { ...inProject(projectId), task, limit: 10 }) : skipToken,
    gcTime: KEPT_MS,
  });
}
