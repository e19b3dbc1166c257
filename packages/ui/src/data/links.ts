import { readActivity } from './activity-view.ts';
import { readBrief } from './brief-view.ts';
import { readCauses } from './causes-view.ts';
import { readInsights } from './insights-view.ts';
import { parseSearch, readView, stringifySearch } from './lessons-view.ts';
import { readSessions } from './sessions-view.ts';
import { readToday } from './today-view.ts';

/** How the link of each screen is read: whatever is not understood is left out. */
export const READERS = {
  '/today': readToday,
  '/lessons': readView,
  '/sessions': readSessions,
  '/causes': readCauses,
  '/brief': readBrief,
  '/insights': readInsights,
  '/activity': readActivity,
  '/data': () => ({}),
} as const satisfies Record<string, (search: Record<string, unknown>) => object>;

/** What is understood of a link's parameters. Those of a place that is no screen stay: whoever leads on from it may need them. */
export function understoodSearch(pathname: string, search: string): string {
  if (!Object.hasOwn(READERS, pathname)) return search;
  return stringifySearch({ ...READERS[pathname as keyof typeof READERS](parseSearch(search)) });
}
