import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, InputOf, OperationName } from '@twicewise/contract';
import { type EdgeFilter, MOST_CHAINS, MOST_STEPS } from '../causes-view.ts';
import { withPlainLabels } from '../plain-labels.ts';

// All answers here are derived from episodes and claims, so both make them stale.
const TOPIC = 'claim';

const PAGE = 50;
/** The most nodes that one question returns; the total of several answers is limited where they are combined. */
const MOST_NODES = 300;
const KEPT_MS = 60_000;

/** Asks the host; what it answers is labelled for people. */
const ask = async <N extends OperationName>(client: Client, name: N, input: InputOf<N>) =>
  withPlainLabels(await client.call(name, input));

const inProject = (projectId: string | undefined) => (projectId ? { projectId } : {});

/** A person sees near nodes marked as such, and types while they look. */
const AS_TYPED = { inactive: true, near: true, prefix: true };

/** The nodes that contain the text, or the most connected ones. */
export function nodeList(client: Client, projectId: string | undefined, text: string) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'nodes', projectId ?? null, text],
    queryFn: ({ pageParam }) =>
      ask(client, 'causal.nodes', {
        ...inProject(projectId),
        // A search by words includes nodes that have been inactive for long.
        ...(text === '' ? {} : { text, ...AS_TYPED }),
        limit: PAGE,
        offset: pageParam,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, offset) => (offset + PAGE < total ? offset + PAGE : null),
    gcTime: KEPT_MS,
  });
}

/** A few nodes that the words may mean, of the given kinds or of all. */
export function nodesLike(client: Client, projectId: string | undefined, text: string, kinds?: string[]) {
  const of = kinds === undefined ? {} : { kinds };
  return queryOptions({
    queryKey: [TOPIC, 'like', projectId ?? null, text, kinds ?? null],
    queryFn:
      text === ''
        ? skipToken
        : async () =>
            (await ask(client, 'causal.nodes', { ...inProject(projectId), text, ...of, ...AS_TYPED, limit: 6 })).items,
    gcTime: KEPT_MS,
  });
}

/** The nodes one step around a node, or the most connected nodes. */
export function graphAround(client: Client, around: string | undefined, filter: EdgeFilter) {
  return queryOptions({
    queryKey: [TOPIC, 'graph', around ?? null, filter],
    queryFn: () =>
      ask(client, 'causal.graph', {
        ...filter,
        relations: [...filter.relations],
        ...(around ? { around } : {}),
        depth: 1,
        limit: MOST_NODES,
      }),
    gcTime: KEPT_MS,
  });
}

/** Where to begin: how much is known, the strongest chains, and failures to ask about. */
export function causesOverview(client: Client, projectId: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'overview', projectId ?? null],
    queryFn: () => ask(client, 'causal.overview', { ...inProject(projectId), limit: 6 }),
    gcTime: KEPT_MS,
  });
}

const SESSIONS = 10;

/** Decisions, errors and fixes by session, the newest first; of one session alone where it is named. */
export function nodesBySession(client: Client, projectId: string | undefined, episodeId: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'bySession', projectId ?? null, episodeId ?? null],
    queryFn: ({ pageParam }) =>
      ask(client, 'causal.bySession', {
        ...inProject(projectId),
        ...(episodeId ? { episodeId } : {}),
        limit: SESSIONS,
        offset: pageParam,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, _pages, offset) => (offset + SESSIONS < total ? offset + SESSIONS : null),
    gcTime: KEPT_MS,
  });
}

/** What agents and people said leads to what within a session, beside its log, and what they dispute of its log. */
export function saidOfEpisode(client: Client, id: string) {
  return queryOptions({
    queryKey: [TOPIC, 'ofEpisode', id],
    queryFn: () => ask(client, 'causal.ofEpisode', { id, everywhere: true }),
    gcTime: KEPT_MS,
  });
}

/** One node with its text, edges and episodes. */
export function causalNode(client: Client, id: string | undefined, projectId: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'node', id ?? null, projectId ?? null],
    queryFn: id ? () => ask(client, 'causal.node', { ...inProject(projectId), id }) : skipToken,
    gcTime: KEPT_MS,
  });
}

/** One edge with its evidence. */
export function causalEdge(client: Client, id: string, projectId: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'edge', id, projectId ?? null],
    queryFn: () => ask(client, 'causal.edge', { ...inProject(projectId), id }),
    gcTime: KEPT_MS,
  });
}

/** What led to something. */
export function whyOf(client: Client, projectId: string | undefined, of: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'why', projectId ?? null, of ?? null],
    queryFn: of
      ? () => ask(client, 'causal.why', { ...inProject(projectId), of, depth: MOST_STEPS, limit: MOST_CHAINS })
      : skipToken,
    gcTime: KEPT_MS,
  });
}

/** How one thing led to another. */
export function pathOf(client: Client, projectId: string | undefined, from?: string, to?: string) {
  return queryOptions({
    queryKey: [TOPIC, 'path', projectId ?? null, from ?? null, to ?? null],
    queryFn:
      from && to
        ? () => ask(client, 'causal.path', { ...inProject(projectId), from, to, limit: MOST_CHAINS })
        : skipToken,
    gcTime: KEPT_MS,
  });
}

/** What another choice might have led to. */
export function whatIfOf(client: Client, projectId: string | undefined, decision?: string, alternative?: string) {
  return queryOptions({
    queryKey: [TOPIC, 'whatIf', projectId ?? null, decision ?? null, alternative ?? null],
    queryFn:
      decision && alternative
        ? () => ask(client, 'causal.whatIf', { ...inProject(projectId), decision, alternative, limit: 10 })
        : skipToken,
    gcTime: KEPT_MS,
  });
}

/** Decisions about something similar. */
export function similarTo(client: Client, projectId: string | undefined, context: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'similar', projectId ?? null, context ?? null],
    queryFn: context
      ? () => ask(client, 'causal.similarDecisions', { ...inProject(projectId), context, limit: 20 })
      : skipToken,
    gcTime: KEPT_MS,
  });
}

/** What was tried for a similar task and did not work. */
export function deadEndsOf(client: Client, projectId: string | undefined, task: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'deadEnds', projectId ?? null, task ?? null],
    queryFn: task ? () => ask(client, 'causal.deadEnds', { ...inProject(projectId), task, limit: 10 }) : skipToken,
    gcTime: KEPT_MS,
  });
}
