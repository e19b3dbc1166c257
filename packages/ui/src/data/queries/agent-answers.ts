import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

const PAGE = 20;

/** Answers to agents in one project or in all, newest first. */
export function recentAnswers(client: Client, projectId: string | undefined) {
  return infiniteQueryOptions({
    queryKey: ['exposure', 'recent', projectId ?? null],
    queryFn: ({ pageParam }) =>
      client.call('exposure.recent', {
        ...(projectId ? { projectId } : {}),
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The answers to the agent of a session, including those without lessons, newest first. */
export function answersOfSession(client: Client, sessionId: string) {
  return infiniteQueryOptions({
    queryKey: ['exposure', 'recent', 'session', sessionId],
    queryFn: ({ pageParam }) =>
      client.call('exposure.recent', {
        sessionId,
        empty: true,
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The number of answers to the agent of a session, including those without lessons. */
export function countAnswersOfSession(client: Client, sessionId: string) {
  return queryOptions({
    queryKey: ['exposure', 'recent', 'count', sessionId],
    queryFn: () => client.call('exposure.recent', { sessionId, empty: true, limit: 0, withTotal: true }),
    select: ({ total }) => total ?? undefined,
  });
}

/** The exact text of one answer. */
export function shownText(client: Client, seq: number) {
  return queryOptions({
    queryKey: ['exposure', 'text', seq],
    queryFn: () => client.call('exposure.text', { seq }),
  });
}

/** The least number of statements that counts as repeated. */
const REPEATED = 2;

/**
 * Failures stated more than once in a project, or in all, most frequent first, and the number of lessons searched: the host
 * searches only the newest ones, and this number cannot be chosen.
 */
export function repeatedFailures(client: Client, projectId: string | undefined) {
  return queryOptions({
    queryKey: ['reflection', 'repeated', projectId ?? null],
    queryFn: async () => {
      const { failures } = await client.call('reflection.summary', projectId ? { projectId } : {});
      return { lookedAt: failures[0]?.n ?? 0, failures: failures.filter(({ count }) => count >= REPEATED) };
    },
  });
}
