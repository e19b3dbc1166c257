import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

/** One session, by our id. */
export function session(client: Client, id: string) {
  return queryOptions({
    queryKey: ['session', 'one', id],
    queryFn: async () => (await client.call('session.get', { id })).session,
  });
}

/** Versions read at a time. */
const VERSIONS = 20;

/** The versions of where a session stood, newest first. */
export function summaryVersions(client: Client, id: string) {
  return infiniteQueryOptions({
    queryKey: ['session', 'versions', id],
    queryFn: ({ pageParam }) =>
      client.call('session.notes', { id, limit: VERSIONS, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** More sessions than a person remembers by name. */
const LIMIT = 200;

/** The latest sessions of all projects, newest first, to be found by name. */
export function sessionList(client: Client) {
  return queryOptions({
    queryKey: ['session', 'list'],
    queryFn: async () => (await client.call('session.list', { limit: LIMIT })).items,
  });
}

/** The most sessions whose goals are requested at once. */
const MOST_NAMED = 20;

/** The goals of sessions, by the ids they are known by; unknown sessions and those without a goal are absent. */
export function goalsOf(client: Client, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['session', 'goals', ids],
    // When an id is added or removed, the names of the others stay.
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const goals = await Promise.all(
        ids.slice(0, MOST_NAMED).map((id) =>
          client.call('session.get', { id }).then(
            ({ session }) => [id, session.goal] as const,
            () => [id, null] as const,
          ),
        ),
      );
      return new Map(goals);
    },
  });
}
