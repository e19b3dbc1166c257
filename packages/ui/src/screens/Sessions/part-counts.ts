import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { itemsOf } from '../../data/pages.ts';
import { countAnswersOfSession } from '../../data/queries/agent-answers.ts';
import { attemptsOfSession } from '../../data/queries/attempts.ts';
import { lessonsOfSession } from '../../data/queries/episodes.ts';
import { turnsOfSession } from '../../data/queries/turns.ts';
import type { Tab } from '../../data/sessions-view.ts';
import { sessionRecord } from '../../strings/session-record.ts';
import { count } from '../../strings.ts';

// Counts of parts of a session, which its tabs show before a part is loaded.

type InBin = Parameters<typeof attemptsOfSession>[2];

/** Number of attempts of a session, once all were read; `deleted` says whether those in the bin are meant. */
export function useAttemptCount(sessionId: string, deleted?: InBin): number | undefined {
  const { data, hasNextPage } = useInfiniteQuery(attemptsOfSession(useClient(), sessionId, deleted));
  return data && !hasNextPage ? itemsOf(data.pages).length : undefined;
}

/** Number of turns of a session, likewise. */
export function useTurnCount(sessionId: string, deleted?: InBin): number | undefined {
  return useInfiniteQuery(turnsOfSession(useClient(), sessionId, deleted)).data?.pages[0]?.total;
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

/** The tabs of these parts of a session, each with its count where that is known. */
export const tabsOf = <T extends Tab>(parts: readonly T[], counts: Partial<Record<Tab, number | undefined>>) =>
  parts.map((value) => {
    const known = counts[value];
    return { value, label: sessionRecord.tabs[value], count: known === undefined ? undefined : count(known) };
  });
