import { queryOptions } from '@tanstack/react-query';
import type { Client, InputOf, Insights } from '@twicewise/contract';
import type { InsightsView } from '../insights-view.ts';

const DAY_MS = 86_400_000;
/**
 * Every stored lesson changes these numbers, and counting reads everything. So they are counted at this interval in milliseconds,
 * and the time of the count is shown.
 */
const COUNT_EVERY_MS = 60_000;
/** While there was nothing to count, counting costs next to nothing, and who has just imported something waits for numbers. */
const LOOK_EVERY_MS = 3_000;

/** True where nothing was stored, tried or asked in the time of the view. */
export function isNothingCounted({ total, attempts, tellings }: Insights): boolean {
  return total.count + attempts.total === 0 && tellings.every(({ asked, unasked }) => asked + unasked === 0);
}

/** The request of the view; it starts at the first minute of its first day, so that repeating it gives the same request. */
function requestOf(view: InsightsView, now: Date): InputOf<'memory.insights'> {
  const first = new Date(now.getTime() - Number(view.days) * DAY_MS);
  return {
    ...(view.project ? { projectId: view.project } : {}),
    ...(view.days ? { since: new Date(first.getFullYear(), first.getMonth(), first.getDate() + 1).toISOString() } : {}),
    utcOffset: -now.getTimezoneOffset() || 0,
  };
}

/** The numbers that the memory counts of itself. No event makes them stale: while shown, they are counted again at an interval. */
export function insightsOptions(client: Client, view: InsightsView) {
  return queryOptions({
    queryKey: ['insight', view.project, view.days],
    queryFn: () => client.call('memory.insights', requestOf(view, new Date())),
    staleTime: COUNT_EVERY_MS / 4,
    refetchInterval: ({ state: { data } }) =>
      !view.days && data && isNothingCounted(data) ? LOOK_EVERY_MS : COUNT_EVERY_MS,
  });
}
