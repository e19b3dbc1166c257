import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { AttemptSummary, Client } from '@twicewise/contract';

const TOPIC = 'attempt';
/** Attempts read at a time; few sessions have more. */
const PAGE = 100;

/** The attempts of a session, in their order; or those of them that are in the bin. */
export function attemptsOfSession(client: Client, sessionId: string, deleted: 'exclude' | 'only' = 'exclude') {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'of session', sessionId, deleted],
    queryFn: ({ pageParam }) =>
      client.call('attempt.list', {
        sessionId,
        deleted,
        order: 'oldest',
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** What the attempts of a session came to. */
export function attemptAnalysis(client: Client, sessionId: string) {
  return queryOptions({
    queryKey: [TOPIC, 'analysis', sessionId],
    queryFn: async () => (await client.call('attempt.analysis', { sessionId })).analysis,
  });
}

/** One attempt, complete, and the lessons that its session was told before it. */
export function attempt(client: Client, id: string) {
  return queryOptions({ queryKey: [TOPIC, 'one', id], queryFn: () => client.call('attempt.get', { id }) });
}

/** Attempts read for the words that were typed. */
const MOST_FOUND = 20;
/** Milliseconds an answer is cached, short because each typed word leaves one behind. */
const KEPT_MS = 30_000;

/** An attempt of a session, with which it is shown. */
export type SessionAttempt = AttemptSummary & {
  sessionId: string;
  /** The task of its session's record; null without one. */
  sessionTask: string | null;
};

/** Attempts with what their sessions were about, those without a session left out. */
async function withSessions(client: Client, attempts: readonly AttemptSummary[]): Promise<SessionAttempt[]> {
  const recorded = [...new Set(attempts.flatMap(({ sessionId, episodeId }) => (episodeId ? (sessionId ?? []) : [])))];
  const { items } =
    recorded.length === 0
      ? { items: [] }
      : await client.call('episode.list', { sessionId: recorded, limit: MOST_FOUND });
  const tasks = new Map(items.map(({ sessionId, task }) => [sessionId, task]));
  return attempts.flatMap((attempt) => {
    const { sessionId } = attempt;
    return sessionId === null ? [] : [{ ...attempt, sessionId, sessionTask: tasks.get(sessionId) ?? null }];
  });
}

/** Attempts of sessions that contain the words, newest first; none without words. */
export function attemptsLike(client: Client, text: string) {
  return queryOptions({
    queryKey: [TOPIC, 'search', text],
    queryFn:
      text === ''
        ? skipToken
        : async () => withSessions(client, (await client.call('attempt.list', { text, limit: MOST_FOUND })).items),
    gcTime: KEPT_MS,
  });
}

/** Attempts by their ids, the newest first. Those in the bin are left out. */
export function attemptsById(client: Client, ids: readonly string[]) {
  return queryOptions({
    queryKey: [TOPIC, 'by id', ids],
    queryFn: async () => (await client.call('attempt.list', { ids: [...ids], limit: ids.length })).items,
  });
}
