import { createHashHistory, createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../data/lessons-view.ts';
import { READERS } from '../data/links.ts';
import { ActivityScreen } from '../screens/Activity/ActivityScreen.tsx';
import { BriefScreen } from '../screens/Brief/BriefScreen.tsx';
import { CausesScreen } from '../screens/Causes/CausesScreen.tsx';
import { DataScreen } from '../screens/Data/DataScreen.tsx';
import { InsightsScreen } from '../screens/Insights/InsightsScreen.tsx';
import { LessonsScreen } from '../screens/Lessons/LessonsScreen.tsx';
import { SessionsScreen } from '../screens/Sessions/SessionsScreen.tsx';
import { TodayScreen } from '../screens/Today/TodayScreen.tsx';
import { paced } from '../state/paced-history.ts';
import { Shell } from './shell.tsx';
import { withUnderstoodLinks } from './understood-history.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: () => <Navigate to="/today" replace /> });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <Navigate to="/today" replace />,
});

const today = createRoute({
  getParentRoute: () => root,
  path: '/today',
  validateSearch: READERS['/today'],
  component: TodayScreen,
});

const lessons = createRoute({
  getParentRoute: () => root,
  path: '/lessons',
  validateSearch: READERS['/lessons'],
  component: LessonsScreen,
});

const sessions = createRoute({
  getParentRoute: () => root,
  path: '/sessions',
  validateSearch: READERS['/sessions'],
  component: SessionsScreen,
});

const brief = createRoute({
  getParentRoute: () => root,
  path: '/brief',
  validateSearch: READERS['/brief'],
  component: BriefScreen,
});

const insights = createRoute({
  getParentRoute: () => root,
  path: '/insights',
  validateSearch: READERS['/insights'],
  component: InsightsScreen,
});

const causes = createRoute({
  getParentRoute: () => root,
  path: '/causes',
  validateSearch: READERS['/causes'],
  component: CausesScreen,
});

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  validateSearch: READERS['/activity'],
  component: ActivityScreen,
});

const data = createRoute({ getParentRoute: () => root, path: '/data', component: DataScreen });

/** The router: every view has a link behind the `#`, so that any server and any file can serve the page. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([home, today, lessons, sessions, causes, brief, insights, activity, data]),
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
