import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { parseSearch } from '../data/lessons-view.ts';
import { SCREEN_IDS, SCREENS, type ScreenId, type ScreenViews, screenAt } from '../data/screens.ts';

/** The view of each screen, and which screen is open. */
export interface Views {
  of: ScreenViews;
  /** Null when the path belongs to no screen. */
  screen: ScreenId | null;
  /** The project of this window; every screen that has a project shows this one. */
  project: string | undefined;
}

type LastViews = Omit<Views, 'screen'>;
type Facts = (typeof SCREENS)[ScreenId];
type ViewOf<Id extends ScreenId> = { id: Id; view: ScreenViews[Id] };

/** The view of one screen in another project. */
function viewInProject<Id extends ScreenId>({ id, view }: ViewOf<Id>, project: string | undefined): ScreenViews[Id] {
  const inProject = SCREENS[id].inProject as ((view: ScreenViews[Id], project?: string) => ScreenViews[Id]) | null;
  return inProject === null ? view : inProject(view, project);
}

/** The views in another project. */
export function inProject(project: string | undefined, views: LastViews): LastViews {
  const entries = SCREEN_IDS.map((id) => [id, viewInProject({ id, view: views.of[id] }, project)]);
  return { of: Object.fromEntries(entries) as ScreenViews, project };
}

/** The project of a screen; for a screen without one, the previous project. */
function projectOf({ of, project }: LastViews, screen: ScreenId | null): string | undefined {
  if (screen === null || SCREENS[screen].inProject === null) return project;
  return (of[screen] as { project?: string }).project;
}

/** The views with that of the screen that a link leads to. */
function withLink(views: LastViews, screen: ScreenId | null, search: Record<string, unknown>): LastViews {
  if (screen === null) return views;
  const { read }: Pick<Facts, 'read'> = SCREENS[screen];
  return { ...views, of: { ...views.of, [screen]: read(search) } };
}

const NOTHING_YET = Object.fromEntries(SCREEN_IDS.map((id) => [id, {}])) as ScreenViews;

/** Remembers the last view of each screen. The rail leads back to it, in the project that was last chosen on any screen. */
export function useLastViews(): Views {
  const { history } = useRouter();
  const search = useSearch({ strict: false });
  const screen = useLocation({ select: ({ pathname }) => screenAt(pathname) });
  const last = useRef<LastViews>({ of: NOTHING_YET, project: undefined });
  const now = withLink(last.current, screen, search);
  const views = inProject(projectOf(now, screen), now);
  useEffect(() => {
    last.current = views;
  });
  // A link that is replaced just before the next one begins is never drawn.
  useEffect(
    () =>
      history.subscribe(({ location, action }) => {
        if (action.type !== 'REPLACE') return;
        last.current = withLink(last.current, screenAt(location.pathname), parseSearch(location.search));
      }),
    [history],
  );
  return { ...views, screen };
}
