import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Client, type InputOf, isId } from '@twicewise/contract';

const TOPIC = 'episode';
/** The most that the host returns at once. */
const PAGE = 100;

/** The filter of a list of episodes. */
export type EpisodeFilter = Omit<InputOf<'episode.list'>, 'limit' | 'cursor' | 'order'>;

/** Without words all match alike, and the newest come first; in the bin the last deleted. */
const orderOf = ({ deleted, text }: EpisodeFilter) => (deleted && !text ? 'deleted' : 'best');

/** A list of sessions by filter, page by page, with the total number of matches. */
const listOf =
  <N extends 'episode.list' | 'session.unrecorded'>(name: N, key: string) =>
  (client: Client, filter: EpisodeFilter) =>
    infiniteQueryOptions({
      queryKey: [TOPIC, key, filter],
      queryFn: ({ pageParam }) => {
        const page = pageParam === null ? {} : { cursor: pageParam };
        return client.call(name, { ...filter, order: orderOf(filter), limit: PAGE, ...page } as InputOf<N>);
      },
      initialPageParam: null as string | null,
      getNextPageParam: (last) => last.nextCursor,
    });

/** Episodes by filter, in their order. */
export const episodeList = listOf('episode.list', 'list');

/** Unrecorded sessions by the same filter, and in the same order. */
export const unrecordedList = listOf('session.unrecorded', 'unrecorded');

/** An unrecorded session, and whether it is in the bin; null for any other. */
export function unrecordedSession(client: Client, id: string) {
  return queryOptions({
    queryKey: [TOPIC, 'unrecorded one', id],
    queryFn: async () => {
      for (const deleted of ['exclude', 'only'] as const) {
        const [session] = (await client.call('session.unrecorded', { sessionId: id, deleted, limit: 1 })).items;
        if (session) return { session, inBin: deleted === 'only' };
      }
      return null;
    },
  });
}

/** The number of sessions that are listed in one project or in all. */
export function sessionCount(client: Client, projectId: string | undefined) {
  const asked = { ...(projectId ? { projectId } : {}), limit: 0 };
  return queryOptions({
    queryKey: [TOPIC, 'count', projectId ?? null],
    queryFn: async () => {
      const [recorded, unrecorded] = await Promise.all([
        client.call('episode.list', asked),
        client.call('session.unrecorded', asked),
      ]);
      return recorded.total + unrecorded.total;
    },
  });
}

/** Id of the episode of a session, deleted ones included; null without one. Lists are asked: `episode.get` fails where there is none. */
async function episodeIdOf(client: Client, sessionId: string): Promise<string | null> {
  for (const deleted of ['exclude', 'only'] as const) {
    const [found] = (await client.call('episode.list', { sessionId, deleted, limit: 1 })).items;
    if (found) return found.id;
  }
  return null;
}

/** One episode, complete, by its id or that of its session; null for a session without one. */
export function episode(client: Client, id: string) {
  const isSession = isId('session', id);
  return queryOptions({
    queryKey: [TOPIC, isSession ? 'of session' : 'one', id],
    queryFn: async () => {
      const known = isSession ? await episodeIdOf(client, id) : id;
      return known === null ? null : (await client.call('episode.get', { id: known })).episode;
    },
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
