import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import {
  Activity,
  ChartLine,
  Database,
  History,
  Inbox,
  ListTree,
  MessageSquareText,
  SlidersHorizontal,
  Workflow,
} from 'lucide-react';
import type { ScreenId } from '../data/screens.ts';

/** Component of a screen that is loaded when the screen is opened, or before by {@link loadScreen}. */
type Screen = AsyncRouteComponent<object>;

/** The component of each screen, and its icon in the rail. */
export const SCREEN_LOOKS: Readonly<Record<ScreenId, { Screen: Screen; Icon: typeof Inbox }>> = {
  today: { Screen: lazyRouteComponent(() => import('./Today/TodayScreen.tsx'), 'TodayScreen'), Icon: Inbox },
  lessons: { Screen: lazyRouteComponent(() => import('./Lessons/LessonsScreen.tsx'), 'LessonsScreen'), Icon: ListTree },
  sessions: {
    Screen: lazyRouteComponent(() => import('./Sessions/SessionsScreen.tsx'), 'SessionsScreen'),
    Icon: History,
  },
  causes: { Screen: lazyRouteComponent(() => import('./Causes/CausesScreen.tsx'), 'CausesScreen'), Icon: Workflow },
  brief: {
    Screen: lazyRouteComponent(() => import('./Brief/BriefScreen.tsx'), 'BriefScreen'),
    Icon: MessageSquareText,
  },
  insights: {
    Screen: lazyRouteComponent(() => import('./Insights/InsightsScreen.tsx'), 'InsightsScreen'),
    Icon: ChartLine,
  },
  activity: {
    Screen: lazyRouteComponent(() => import('./Activity/ActivityScreen.tsx'), 'ActivityScreen'),
    Icon: Activity,
  },
  data: { Screen: lazyRouteComponent(() => import('./Data/DataScreen.tsx'), 'DataScreen'), Icon: Database },
  settings: {
    Screen: lazyRouteComponent(() => import('./Settings/SettingsScreen.tsx'), 'SettingsScreen'),
    Icon: SlidersHorizontal,
  },
};

/** Loads a screen before it is opened. If that fails, it is loaded when it is opened. */
export async function loadScreen(id: ScreenId): Promise<void> {
  await SCREEN_LOOKS[id].Screen.preload?.()?.catch(() => {});
}
