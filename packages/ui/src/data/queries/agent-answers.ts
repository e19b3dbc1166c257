import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

const PAGE = 20;

/** Answers that agents were given, the newest first, of one project or of all. */
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

/** Answers that the agent of a session was given, those without lessons too, the newest first. */
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

/** Fewer than this is not a repetition. */
const REPEATED = 2;

/**
 * Failures that were stated more than once in a project, or in everything, the most frequent first; and among how many
 * lessons they were counted: the host looks at the newest ones only, and takes no other number.
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
