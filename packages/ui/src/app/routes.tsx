import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
} from '@tanstack/react-router';
import { readActivity } from '../data/activity-view.ts';
import { readBrief } from '../data/brief-view.ts';
import { readInsights } from '../data/insights-view.ts';
import { parseSearch, readView, stringifySearch } from '../data/lessons-view.ts';
import { readToday } from '../data/today-view.ts';
import { paced } from './paced-history.ts';
import { Shell } from './shell.tsx';

/** Each screen is a file of its own: the one that a link leads to is there sooner without the others. */
const screens = {
  today: lazyRouteComponent(() => import('../screens/Today/TodayScreen.tsx'), 'TodayScreen'),
  lessons: lazyRouteComponent(() => import('../screens/Lessons/LessonsScreen.tsx'), 'LessonsScreen'),
  brief: lazyRouteComponent(() => import('../screens/Brief/BriefScreen.tsx'), 'BriefScreen'),
  insights: lazyRouteComponent(() => import('../screens/Insights/InsightsScreen.tsx'), 'InsightsScreen'),
  activity: lazyRouteComponent(() => import('../screens/Activity/ActivityScreen.tsx'), 'ActivityScreen'),
  data: lazyRouteComponent(() => import('../screens/Data/DataScreen.tsx'), 'DataScreen'),
};

/** Time for the first screen to be drawn, in milliseconds. */
const REST_MS = 500;

/** Fetches all other screens, after the first: going to one of them then waits for nothing, the host gone or not. */
export function loadScreens(): void {
  setTimeout(() => {
    for (const screen of Object.values(screens)) void screen.preload?.();
  }, REST_MS);
}

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
  component: screens.today,
});

const lessons = createRoute({
  getParentRoute: () => root,
  path: '/lessons',
  validateSearch: readView,
  component: screens.lessons,
});

const brief = createRoute({
  getParentRoute: () => root,
  path: '/brief',
  validateSearch: readBrief,
  component: screens.brief,
});

const insights = createRoute({
  getParentRoute: () => root,
  path: '/insights',
  validateSearch: readInsights,
  component: screens.insights,
});

const activity = createRoute({
  getParentRoute: () => root,
  path: '/activity',
  validateSearch: readActivity,
  component: screens.activity,
});

const data = createRoute({ getParentRoute: () => root, path: '/data', component: screens.data });

/** The router: every view has a link behind the `#`, so that any server and any file can serve the page. */
export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([home, today, lessons, brief, insights, activity, data]),
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
