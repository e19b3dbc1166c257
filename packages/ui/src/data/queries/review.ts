import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';
import type { Waiting } from '../today-view.ts';

const TOPIC = 'decision';
/** Small pages, because a person decides one item at a time. */
const PER_PAGE = 30;

const paging = {
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
};

/** The shortest time between two requests of the same kind, in milliseconds: an import changes lessons many times a second. */
const PACE_MS = 1000;
const askedAt = new Map<string, number>();

/** Waits until the same request may be repeated; returns at once if it was not made lately. */
async function pace(key: readonly unknown[], signal: AbortSignal): Promise<void> {
  const name = JSON.stringify(key);
  const left = (askedAt.get(name) ?? Number.NEGATIVE_INFINITY) + PACE_MS - performance.now();
  if (left > 0) {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, left);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    });
  }
  askedAt.set(name, performance.now());
}

/** Repeats the request while lessons are still being compared, because a change during the first request would be missed. */
function untilDone(isDone: boolean | undefined): number | false {
  return isDone === false ? 1000 : false;
}

function where(projectId: string | undefined, cursor: string | null) {
  return { limit: PER_PAGE, ...(projectId ? { projectId } : {}), ...(cursor === null ? {} : { cursor }) };
}

/** Probable duplicates, as groups. */
export function duplicateList(client: Client, projectId: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'suspects', projectId],
    queryFn: async ({ pageParam, queryKey, signal }) => {
      if (pageParam === null) await pace(queryKey, signal);
      return client.call('reflection.duplicates', where(projectId, pageParam));
    },
    refetchInterval: ({ state }) => untilDone(state.data?.pages[0]?.comparing.isDone),
    ...paging,
  });
}

/** Contradictions. */
export function contradictionList(client: Client, projectId: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'contradictions', projectId],
    queryFn: async ({ pageParam, queryKey, signal }) => {
      if (pageParam === null) await pace(queryKey, signal);
      return client.call('reflection.contradictions', where(projectId, pageParam));
    },
    refetchInterval: ({ state }) => untilDone(state.data?.pages[0]?.comparing.isDone),
    ...paging,
  });
}

/** Lessons that no agent was shown for long. */
export function unusedList(client: Client, projectId: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'neglected', projectId],
    queryFn: async ({ pageParam, queryKey, signal }) => {
      if (pageParam === null) await pace(queryKey, signal);
      return client.call('reflection.neglected', where(projectId, pageParam));
    },
    ...paging,
  });
}

/** Lessons that agents are shown and that were judged harmful. */
export function harmfulList(client: Client, projectId: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'harmful', projectId],
    queryFn: async ({ pageParam, queryKey, signal }) => {
      if (pageParam === null) await pace(queryKey, signal);
      return client.call('reflection.harmful', where(projectId, pageParam));
    },
    ...paging,
  });
}

/** Why it matters to decide what waits. */
export function waitingWorth(client: Client, projectId: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'worth', projectId],
    queryFn: async ({ queryKey, signal }) => {
      await pace(queryKey, signal);
      return client.call('reflection.waiting', projectId ? { projectId } : {});
    },
  });
}

/** The number of waiting items of one kind, or of the answers that showed an agent something. */
export function waitingCount(client: Client, kind: Waiting | 'shown', projectId: string | undefined) {
  const none = { limit: 0, ...(projectId ? { projectId } : {}) };
  const ask = async (): Promise<{ total: number; isDone: boolean }> => {
    if (kind === 'neglected') {
      const { neverShown, stale } = await client.call('reflection.neglected', none);
      return { total: neverShown + stale, isDone: true };
    }
    if (kind === 'shown') {
      const { total } = await client.call('exposure.recent', { ...none, withTotal: true });
      return { total: total ?? 0, isDone: true };
    }
    if (kind === 'harmful') return { total: (await client.call('reflection.harmful', none)).total, isDone: true };
    const name = kind === 'suspects' ? 'reflection.duplicates' : 'reflection.contradictions';
    const { total, comparing } = await client.call(name, none);
    return { total, isDone: comparing.isDone };
  };
  return queryOptions({
    queryKey: [TOPIC, 'count', kind, projectId],
    queryFn: async ({ queryKey, signal }) => {
      await pace(queryKey, signal);
      return ask();
    },
    refetchInterval: ({ state }) => untilDone(state.data?.isDone),
  });
}
