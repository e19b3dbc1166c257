import { createHashHistory, createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../data/lessons-view.ts';
import { SCREEN_IDS, SCREENS, type ScreenId, type ScreenViews } from '../data/screens.ts';
import { SCREEN_LOOKS } from '../screens/screen-looks.ts';
import { paced } from '../state/paced-history.ts';
import { Shell } from './shell.tsx';
import { withUnderstoodLinks } from './understood-history.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: () => <Navigate to="/today" replace /> });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <Navigate to="/today" replace />,
});

function routeOf<Path extends string, View>(
  id: ScreenId,
  { path, read }: { path: Path; read: (search: Record<string, unknown>) => View },
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: read,
    component: SCREEN_LOOKS[id].Screen,
  });
}

type PathOf<Id extends ScreenId> = (typeof SCREENS)[Id]['path'];
type ScreenRoutes = { [Id in ScreenId]: ReturnType<typeof routeOf<PathOf<Id>, ScreenViews[Id]>> };

// Each route has its own path and view type, so that links to a screen are checked against its view.
const screens = Object.fromEntries(SCREEN_IDS.map((id) => [id, routeOf<string, object>(id, SCREENS[id])]));

/** The router. Every view has a link behind `#`, so that any server, or a file, can serve the page. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren({ home, ...(screens as unknown as ScreenRoutes) }),
    history: paced(withUnderstoodLinks(createHashHistory())),
    parseSearch,
    stringifySearch,
  });
}

/** See {@link createAppRouter}. */
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
