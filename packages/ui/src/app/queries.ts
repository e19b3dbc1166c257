import { notifyManager, QueryClient } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';
import { edgeFilterOf, readCauses } from '../data/causes-view.ts';
import { readView, toList, toSearch } from '../data/lessons-view.ts';
import { graphAround } from '../data/queries/causes.ts';
import { episodeList } from '../data/queries/episodes.ts';
import { lessonList } from '../data/queries/reflections.ts';
import { readSessions, toEpisodeFilter } from '../data/sessions-view.ts';
import { fetchMap } from '../graph/ahead.ts';

// An answer is drawn in the turn in which it comes, not after a timer, which browsers hold back when there are many.
notifyManager.setScheduler(queueMicrotask);

/** The answers of a window. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Events say when something is stale; time does not. And the host is on this machine, online or not.
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // An answer that is a failure stays one; when the host comes back, everything is asked for again.
        retry: false,
      },
    },
  });
}

/**
 * Asks for what a link shows before anything is drawn: it is the largest answer, and those of the frame around it (counts
 * over the whole memory) would all be given first.
 */
export function askAhead(
  { pathname, search }: { pathname: string; search: object },
  client: Client,
  queries: QueryClient,
): void {
  if (pathname === '/lessons') {
    const view = readView({ ...search });
    if (toSearch(view) === null) void queries.prefetchInfiniteQuery(lessonList(client, toList(view)));
  } else if (pathname === '/sessions') {
    void queries.prefetchInfiniteQuery(episodeList(client, toEpisodeFilter(readSessions({ ...search }))));
  } else if (pathname === '/causes') {
    const view = readCauses({ ...search });
    void queries.prefetchQuery(graphAround(client, view.node, edgeFilterOf(view)));
    fetchMap();
  }
}
