import type { Query, QueryClient } from '@tanstack/react-query';

/** A page that is asked for within this many milliseconds after another one comes before the refresh, as on the way to the end of a list. */
const SETTLE_MS = 80;

/** Whether another page of a list is being read. */
const isReadingMore = ({ state }: Query) =>
  state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined;

/**
 * Repeats each refresh that was broken off because another page of the same list was read. That page is an answer, so the list counts
 * as refreshed, without what the refresh would have brought. Returns what ends this.
 */
export function repeatBrokenRefreshes(queries: QueryClient): () => void {
  const broken = new Set<string>();
  const repeat = (query: Query) => {
    if (isReadingMore(query) || !broken.delete(query.queryHash)) return;
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  };
  return queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action, query } = event;
    // Invalidated until any answer arrives, so here its refresh is broken off.
    if (action.type === 'fetch' && isReadingMore(query) && query.state.isInvalidated) broken.add(query.queryHash);
    const hasEnded = (action.type === 'success' && !action.manual) || action.type === 'error';
    if (hasEnded && broken.has(query.queryHash)) setTimeout(() => repeat(query), SETTLE_MS);
  });
}
