import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client, EpisodeSummary, InputOf, OutputOf } from '@twicewise/contract';

const TOPIC = 'episode';
/** The most that the host returns at once. */
const PAGE = 100;

/** The filter of a list of episodes. */
export type EpisodeFilter = Omit<InputOf<'episode.list'>, 'limit' | 'cursor'>;

/** Episodes by filter, newest first, page by page, with the total number of matches. */
export function episodeList(client: Client, filter: EpisodeFilter) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'list', filter],
    queryFn: ({ pageParam }) =>
      client.call('episode.list', { ...filter, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The episodes of all pages read. A row may move to another page between two reads, so duplicates are removed. */
export function episodesOf(pages: readonly OutputOf<'episode.list'>[]): EpisodeSummary[] {
  const byId = new Map<string, EpisodeSummary>();
  for (const { items } of pages) for (const item of items) byId.set(item.id, item);
  return [...byId.values()];
}

/** The number of episodes in one project or in all. */
export function episodeCount(client: Client, projectId: string | undefined) {
  return queryOptions({
    queryKey: [TOPIC, 'count', projectId ?? null],
    queryFn: async () => (await client.call('episode.list', { ...(projectId ? { projectId } : {}), limit: 0 })).total,
  });
}

/** One episode, complete. */
export function episode(client: Client, id: string) {
  return queryOptions({
    queryKey: [TOPIC, 'one', id],
    queryFn: async () => (await client.call('episode.get', { id })).episode,
  });
}

/** The lessons shown beside a session's record; the list of lessons shows all of them. */
const LESSONS = 20;

/** The lessons stored in a session, and their number. */
export function lessonsOfSession(client: Client, sessionId: string) {
  return queryOptions({
    queryKey: ['reflection', 'of session', sessionId],
    queryFn: () => client.call('reflection.list', { sessionId, limit: LESSONS, withTotal: true }),
  });
}
