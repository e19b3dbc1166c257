import { createHashHistory, createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { readActivity } from '../data/activity-view.ts';
import { readBrief } from '../data/brief-view.ts';
import { readCauses } from '../data/causes-view.ts';
import { readInsights } from '../data/insights-view.ts';
import { parseSearch, readView, stringifySearch } from '../data/lessons-view.ts';
import { readSessions } from '../data/sessions-view.ts';
import { readToday } from '../data/today-view.ts';
import { ActivityScreen } from '../screens/Activity/ActivityScreen.tsx';
import { BriefScreen } from '../screens/Brief/BriefScreen.tsx';
import { CausesScreen } from '../screens/Causes/CausesScreen.tsx';
import { DataScreen } from '../screens/Data/DataScreen.tsx';
import { InsightsScreen } from '../screens/Insights/InsightsScreen.tsx';
import { LessonsScreen } from '../screens/Lessons/LessonsScreen.tsx';
import { SessionsScreen } from '../screens/Sessions/SessionsScreen.tsx';
import { TodayScreen } from '../screens/Today/TodayScreen.tsx';
import { paced } from './paced-history.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: () => <Navigate to="/today" replace /> });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <Navigate to="/today" replace />,
});

const today = createRoute({
  getParentRoute: () => root,
  path: '/today',
  validateSearch: readToday,
  component: TodayScreen,
});

const lessons = createRoute({
  getParentRoute: () => root,
  path: '/lessons',
  validateSearch: readView,
  component: LessonsScreen,
});

const sessions = createRoute({
  getParentRoute: () => root,
  path: '/sessions',
  validateSearch: readSessions,
  component: SessionsScreen,
});

const brief = createRoute({
  getParentRoute: () => root,
  path: '/brief',
  validateSearch: readBrief,
  component: BriefScreen,
});

const insights = createRoute({
  getParentRoute: () => root,
  path: '/insights',
  validateSearch: readInsights,
  component: InsightsScreen,
});

const causes = createRoute({
  getParentRoute: () => root,
  path: '/causes',
  validateSearch: readCauses,
  component: CausesScreen,
});

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  validateSearch: readActivity,
  component: ActivityScreen,
});

const data = createRoute({ getParentRoute: () => root, path: '/data', component: DataScreen });

/** The router: every view has a link behind the `#`, so that any server and any file can serve the page. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([home, today, lessons, sessions, causes, brief, insights, activity, data]),
    history: paced(createHashHistory()),
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
