import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, EpisodeSummary, Session, UnrecordedSession } from '@twicewise/contract';
import { type ShownOutcome, shownOutcome } from '../shown-outcome.ts';

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

/** A few, because they are shown beside other results. */
const MOST_FOUND = 5;
/** Milliseconds an answer is cached, short because each typed word leaves one behind. */
const KEPT_MS = 30_000;

/** A session that a search found, with its record, or with what its attempts and turns say; null without these. */
export interface FoundSession {
  session: Session;
  episode: EpisodeSummary | null;
  unrecorded: UnrecordedSession | null;
}

const these = (sessions: readonly Session[]) => ({
  sessionId: sessions.map(({ id }) => id),
  limit: sessions.length,
});

async function withRecords(client: Client, sessions: readonly Session[]) {
  const { items } = await client.call('episode.list', these(sessions));
  return sessions.map((session) => {
    const episode = items.find(({ sessionId }) => sessionId === session.id) ?? null;
    return { session, episode };
  });
}

/** Sessions found by their names and contents, best first; none without words. */
export function sessionSearch(client: Client, text: string) {
  return queryOptions({
    queryKey: ['session', 'search', text],
    queryFn:
      text === ''
        ? skipToken
        : async (): Promise<FoundSession[]> => {
            const asked = { text, kinds: ['session' as const], prefix: true, limit: MOST_FOUND };
            const { hits } = await client.call('memory.search', asked);
            const sessions = hits.flatMap((hit) => (hit.kind === 'session' ? [hit.session] : []));
            if (sessions.length === 0) return [];
            const [found, { items }] = await Promise.all([
              withRecords(client, sessions),
              client.call('session.unrecorded', these(sessions)),
            ]);
            return found.map((one) => ({ ...one, unrecorded: items.find(({ id }) => id === one.session.id) ?? null }));
          },
    gcTime: KEPT_MS,
  });
}

/** The outcomes of a few sessions by their ids: those in their records, without one those that were said at their ends. */
export function outcomesOf(client: Client, sessions: readonly Session[]) {
  return queryOptions({
    queryKey: ['session', 'outcomes', sessions.map(({ id, outcome }) => [id, outcome])],
    queryFn:
      sessions.length === 0
        ? skipToken
        : async (): Promise<ReadonlyMap<string, ShownOutcome>> => {
            const found = await withRecords(client, sessions);
            return new Map(found.map(({ session, episode }) => [session.id, shownOutcome(episode ?? session)]));
          },
    gcTime: KEPT_MS,
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
