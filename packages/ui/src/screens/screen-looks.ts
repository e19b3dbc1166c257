import { Activity, ChartLine, Database, History, Inbox, ListTree, MessageSquareText, Workflow } from 'lucide-react';
import type { FunctionComponent } from 'react';
import type { ScreenId } from '../data/screens.ts';
import { ActivityScreen } from './Activity/ActivityScreen.tsx';
import { BriefScreen } from './Brief/BriefScreen.tsx';
import { CausesScreen } from './Causes/CausesScreen.tsx';
import { DataScreen } from './Data/DataScreen.tsx';
import { InsightsScreen } from './Insights/InsightsScreen.tsx';
import { LessonsScreen } from './Lessons/LessonsScreen.tsx';
import { SessionsScreen } from './Sessions/SessionsScreen.tsx';
import { TodayScreen } from './Today/TodayScreen.tsx';

/** The component of each screen, and its icon in the rail. */
export const SCREEN_LOOKS: Readonly<Record<ScreenId, { Screen: FunctionComponent; Icon: typeof Inbox }>> = {
  today: { Screen: TodayScreen, Icon: Inbox },
  lessons: { Screen: LessonsScreen, Icon: ListTree },
  sessions: { Screen: SessionsScreen, Icon: History },
  causes: { Screen: CausesScreen, Icon: Workflow },
  brief: { Screen: BriefScreen, Icon: MessageSquareText },
  insights: { Screen: InsightsScreen, Icon: ChartLine },
  activity: { Screen: ActivityScreen, Icon: Activity },
  data: { Screen: DataScreen, Icon: Database },
};
