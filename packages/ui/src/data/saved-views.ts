import type { SavedView } from '@twicewise/contract';
import { queryOfCauses, readCauses } from './causes-view.ts';
import { parseSearch, queryOfView, viewOfQuery } from './lessons-view.ts';
import type { ScreenId, ScreenViews } from './screens.ts';
import { queryOfSessions, sessionsOfQuery } from './sessions-view.ts';

/** A query in the format of this version: what it does not understand is left out. By screen whose views can be saved. */
const READERS = {
  lessons: (query: string) => queryOfView(viewOfQuery(query)),
  sessions: (query: string) => queryOfSessions(sessionsOfQuery(query)),
  causes: (query: string) => queryOfCauses(readCauses(parseSearch(query))),
};

/** What the open screen shows, as the query under which it would be saved; undefined for a screen without saved views. */
export function shownQuery(
  screen: ScreenId | null,
  of: ScreenViews,
): { screen: SavedScreen; query: string } | undefined {
  if (screen === 'lessons') return { screen, query: queryOfView(of.lessons) };
  if (screen === 'sessions') return { screen, query: queryOfSessions(of.sessions) };
  if (screen === 'causes') return { screen, query: queryOfCauses(of.causes) };
  return undefined;
}

/** A screen whose views can be saved. */
export type SavedScreen = keyof typeof READERS;

/** A saved view that this version can show. */
export type ShownView = SavedView & { screen: SavedScreen };

const isSavedScreen = (screen: string): screen is SavedScreen => Object.hasOwn(READERS, screen);

/** The saved views that this version can show, as it writes them; those of screens that it does not save are left out. */
export function shownViews(views: readonly SavedView[]): ShownView[] {
  return views.flatMap(({ screen, query, ...rest }) =>
    isSavedScreen(screen) ? [{ ...rest, screen, query: READERS[screen](query) }] : [],
  );
}
