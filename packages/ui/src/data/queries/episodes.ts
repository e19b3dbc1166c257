import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client, EpisodeSummary, InputOf, OutputOf } from '@twicewise/contract';

const TOPIC = 'episode';
/** As many as the host gives at once. */
const PAGE = 100;

/** Which episodes a list shows. */
export type EpisodeFilter = Omit<InputOf<'episode.list'>, 'limit' | 'cursor'>;

/** Episodes by filter, the newest first, page by page, with the number of matches in all. */
export function episodeList(client: Client, filter: EpisodeFilter) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'list', filter],
    queryFn: ({ pageParam }) =>
      client.call('episode.list', { ...filter, limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The episodes of all pages that were read. A row may move to another page between two reads; each is there once. */
export function episodesOf(pages: readonly OutputOf<'episode.list'>[]): EpisodeSummary[] {
  const byId = new Map<string, EpisodeSummary>();
  for (const { items } of pages) for (const item of items) byId.set(item.id, item);
  return [...byId.values()];
}

/** How many episodes there are, of one project or in all. */
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

/** Lessons of a session that are shown beside what happened in it; all of them are in their own list. */
const LESSONS = 20;

/** Lessons that were stored in a session, and how many there are. */
export function lessonsOfSession(client: Client, sessionId: string) {
  return queryOptions({
    queryKey: ['reflection', 'of session', sessionId],
    queryFn: () => client.call('reflection.list', { sessionId, limit: LESSONS, withTotal: true }),
  });
}
