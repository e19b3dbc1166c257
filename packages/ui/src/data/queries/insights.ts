import { queryOptions } from '@tanstack/react-query';
import type { Client, InputOf } from '@twicewise/contract';
import type { InsightsView } from '../insights-view.ts';

const DAY_MS = 86_400_000;
/** Every store changes these numbers, and counting reads everything: they say when they were counted instead. */
const COUNT_EVERY_MS = 60_000;

/** What the view asks: from the first minute of its first day on, so that asking again asks for the same. */
function requestOf(view: InsightsView, now: Date): InputOf<'memory.insights'> {
  const first = new Date(now.getTime() - Number(view.days) * DAY_MS);
  return {
    ...(view.project ? { projectId: view.project } : {}),
    ...(view.days ? { since: new Date(first.getFullYear(), first.getMonth(), first.getDate() + 1).toISOString() } : {}),
    utcOffset: -now.getTimezoneOffset() || 0,
  };
}

/** What the memory says about itself. No event makes it stale; it is counted anew each minute while it is looked at. */
export function insightsOptions(client: Client, view: InsightsView) {
  return queryOptions({
    queryKey: ['insight', view],
    queryFn: () => client.call('memory.insights', requestOf(view, new Date())),
    staleTime: COUNT_EVERY_MS / 4,
    refetchInterval: COUNT_EVERY_MS,
  });
}
