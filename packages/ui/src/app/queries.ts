import { notifyManager, QueryClient } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';
import { edgeFilterOf, isMap, isStart, readCauses } from '../data/causes-view.ts';
import { readInsights } from '../data/insights-view.ts';
import { readView, toList, toSearch } from '../data/lessons-view.ts';
import { causesOverview, graphAround } from '../data/queries/causes.ts';
import { episodeList } from '../data/queries/episodes.ts';
import { insightsOptions } from '../data/queries/insights.ts';
import { lessonList } from '../data/queries/reflections.ts';
import { screenAt } from '../data/screens.ts';
import { readSessions, toEpisodeFilter } from '../data/sessions-view.ts';

// Draws an answer in the task in which it arrives, not after a timer: browsers delay timers when there are many.
notifyManager.setScheduler(queueMicrotask);

/** The query cache of a window. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Change events say when an answer is stale; age does not. And the host is on this machine, whether online or not.
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // Failed queries are not retried; when the host comes back, everything is fetched again.
        retry: false,
      },
    },
  });
}

/**
 * Fetches what a link shows before anything is drawn. It takes longest, and would otherwise wait for what the frame asks (counts over
 * the whole memory).
 */
export function askAhead(
  { pathname, search }: { pathname: string; search: object },
  client: Client,
  queries: QueryClient,
): void {
  const screen = screenAt(pathname);
  if (screen === 'lessons') {
    const view = readView({ ...search });
    if (toSearch(view) === null) void queries.prefetchInfiniteQuery(lessonList(client, toList(view)));
  } else if (screen === 'sessions') {
    void queries.prefetchInfiniteQuery(episodeList(client, toEpisodeFilter(readSessions({ ...search }))));
  } else if (screen === 'insights') {
    void queries.prefetchQuery(insightsOptions(client, readInsights({ ...search })));
  } else if (screen === 'causes') {
    const view = readCauses({ ...search });
    if (isStart(view)) return void queries.prefetchQuery(causesOverview(client, view.project));
    if (isMap(view)) void queries.prefetchQuery(graphAround(client, view.node, edgeFilterOf(view)));
    // Only this screen needs it; errors are left to its own code, which loads it again.
    void import('../graph/ahead.ts').then(({ fetchMap }) => fetchMap()).catch(() => {});
  }
}
