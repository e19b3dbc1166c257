import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { itemsOf } from '../../data/pages.ts';
import { countAnswersOfSession } from '../../data/queries/agent-answers.ts';
import { attemptsOfSession } from '../../data/queries/attempts.ts';
import { lessonsOfSession } from '../../data/queries/episodes.ts';
import { turnsOfSession } from '../../data/queries/turns.ts';

// Counts of parts of a session, which its tabs show before a part is loaded.

/** Number of attempts of a session, once all were read. */
export function useAttemptCount(sessionId: string): number | undefined {
  const { data, hasNextPage } = useInfiniteQuery(attemptsOfSession(useClient(), sessionId));
  return data && !hasNextPage ? itemsOf(data.pages).length : undefined;
}

/** Number of turns of a session. */
export function useTurnCount(sessionId: string): number | undefined {
  return useInfiniteQuery(turnsOfSession(useClient(), sessionId)).data?.pages[0]?.total;
}

/** Number of answers that the agent of a session got. */
export function useAnswerCount(sessionId: string): number | undefined {
  return useQuery(countAnswersOfSession(useClient(), sessionId)).data;
}

/** Number of lessons that were stored in a session. */
export function useLessonCount(sessionId: string): number | undefined {
  const { data } = useQuery(lessonsOfSession(useClient(), sessionId));
  return data && (data.total ?? data.items.length);
}
