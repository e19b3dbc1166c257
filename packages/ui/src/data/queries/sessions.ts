import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, EpisodeSummary, Session } from '@twicewise/contract';

/** One session, by our id. */
export function session(client: Client, id: string) {
  return queryOptions({
    queryKey: ['session', 'one', id],
    queryFn: async () => (await client.call('session.get', { id })).session,
  });
}

/** More sessions than anybody remembers by name. */
const LIMIT = 200;

/** Sessions of all projects, the latest first, as far as one looks for them by name. */
export function sessionList(client: Client) {
  return queryOptions({
    queryKey: ['session', 'list'],
    queryFn: async () => (await client.call('session.list', { limit: LIMIT })).items,
  });
}

/** A few beside other answers. */
const MOST_FOUND = 5;
/** While typing, each word leaves an answer behind. */
const KEPT_MS = 30_000;

/** A session that words found, with what is recorded of it; null where nothing is. */
export interface FoundSession {
  session: Session;
  episode: EpisodeSummary | null;
}

/** Sessions by their names and what happened in them, the best first; without words none. */
export function sessionSearch(client: Client, text: string) {
  return queryOptions({
    queryKey: ['session', 'search', text],
    queryFn:
      text === ''
        ? skipToken
        : async () => {
            const asked = { text, kinds: ['session' as const], prefix: true, limit: MOST_FOUND };
            const { hits } = await client.call('memory.search', asked);
            const sessions = hits.flatMap((hit) => (hit.kind === 'session' ? [hit.session] : []));
            if (sessions.length === 0) return [];
            const wanted = { sessionId: sessions.map(({ id }) => id), limit: MOST_FOUND };
            const { items } = await client.call('episode.list', wanted);
            return sessions.map((session): FoundSession => {
              const episode = items.find(({ sessionId }) => sessionId === session.id) ?? null;
              return { session, episode };
            });
          },
    gcTime: KEPT_MS,
  });
}

/** Most sessions whose goals are asked for at once. */
const MOST_NAMED = 20;

/** What sessions were about, by the ids they are known by; those that are not known, or said nothing, have none. */
export function goalsOf(client: Client, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['session', 'goals', ids],
    // One id more or less: the names of the others stay meanwhile.
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
