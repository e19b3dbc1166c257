import { notifyManager, QueryClient } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';
import { readView, toList, toSearch } from '../data/lessons-view.ts';
import { lessonList } from '../data/queries/reflections.ts';

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
 * Asks for the list of a link before anything is drawn: it is the largest answer, and those of the frame around it (counts
 * over the whole memory) would all be given first.
 */
export function askAhead(
  { pathname, search }: { pathname: string; search: object },
  client: Client,
  queries: QueryClient,
): void {
  if (pathname !== '/lessons') return;
  const view = readView({ ...search });
  if (toSearch(view) === null) void queries.prefetchInfiniteQuery(lessonList(client, toList(view)));
}
