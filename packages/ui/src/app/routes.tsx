import { createHashHistory, createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { parseSearch, readView, stringifySearch } from '../data/lessons-view.ts';
import { DataScreen } from '../screens/Data/DataScreen.tsx';
import { LessonsScreen } from '../screens/Lessons/LessonsScreen.tsx';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: () => <Navigate to="/lessons" replace /> });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <Navigate to="/lessons" replace />,
});

const lessons = createRoute({
  getParentRoute: () => root,
  path: '/lessons',
  validateSearch: readView,
  component: LessonsScreen,
});

const data = createRoute({ getParentRoute: () => root, path: '/data', component: DataScreen });

/** The router: every view has a link behind the `#`, so that any server and any file can serve the page. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([home, lessons, data]),
    history: createHashHistory(),
    parseSearch,
    stringifySearch,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
