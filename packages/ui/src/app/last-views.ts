import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type ActivityView, readActivity } from '../data/activity-view.ts';
import { type BriefView, readBrief } from '../data/brief-view.ts';
import { type CausesView, patchCauses, readCauses, viewOn } from '../data/causes-view.ts';
import { type InsightsView, readInsights } from '../data/insights-view.ts';
import { type LessonsView, parseSearch, patchView, readView } from '../data/lessons-view.ts';
import { patchSessions, readSessions, type SessionsView } from '../data/sessions-view.ts';
import { readToday, type TodayView } from '../data/today-view.ts';

/** What the screens show. */
export interface Views {
  today: TodayView;
  lessons: LessonsView;
  sessions: SessionsView;
  brief: BriefView;
  insights: InsightsView;
  activity: ActivityView;
  causes: CausesView;
  screen: 'today' | 'lessons' | 'sessions' | 'causes' | 'brief' | 'insights' | 'activity' | 'other';
  /** The project of this window: all these screens are about it. */
  project: string | undefined;
}

function screenOf(pathname: string): Views['screen'] {
  if (pathname === '/today') return 'today';
  if (pathname === '/lessons') return 'lessons';
  if (pathname === '/sessions') return 'sessions';
  if (pathname === '/insights') return 'insights';
  if (pathname === '/activity') return 'activity';
  if (pathname === '/causes') return 'causes';
  return pathname === '/brief' ? 'brief' : 'other';
}

type LastViews = Omit<Views, 'screen'>;

/** The views in another project: what is open in one belongs to no other. */
export function inProject(
  project: string | undefined,
  { today, lessons, sessions, causes, brief, insights, activity }: LastViews,
): LastViews {
  const elsewhere = { project, session: undefined, lesson: undefined };
  return {
    today: today.project === project ? today : readToday({ project }),
    lessons: lessons.project === project ? lessons : patchView(lessons, elsewhere),
    sessions: sessions.project === project ? sessions : patchSessions(sessions, { project, episode: undefined }),
    brief: readBrief({ ...brief, project }),
    insights: readInsights({ ...insights, project }),
    activity: activity.project === project ? activity : readActivity({ ...activity, project, session: undefined }),
    // What is on a map of one project may be in no other; the filters are.
    causes: causes.project === project ? causes : patchCauses(viewOn(causes, undefined), { project, q: undefined }),
    project,
  };
}

/** The views with that of the screen that a link leads to. */
function withLink(views: LastViews, screen: Views['screen'], search: Record<string, unknown>): LastViews {
  if (screen === 'today') return { ...views, today: readToday(search) };
  if (screen === 'lessons') return { ...views, lessons: readView(search) };
  if (screen === 'sessions') return { ...views, sessions: readSessions(search) };
  if (screen === 'insights') return { ...views, insights: readInsights(search) };
  if (screen === 'activity') return { ...views, activity: readActivity(search) };
  if (screen === 'causes') return { ...views, causes: readCauses(search) };
  return screen === 'brief' ? { ...views, brief: readBrief(search) } : views;
}

/** What each screen shows, or showed last: the rail leads back to that, in the project that was chosen last on any of them. */
export function useLastViews(): Views {
  const { history } = useRouter();
  const search = useSearch({ strict: false });
  const screen = useLocation({ select: ({ pathname }) => screenOf(pathname) });
  const last = useRef<LastViews>({
    today: {},
    lessons: {},
    sessions: {},
    causes: {},
    brief: {},
    insights: {},
    activity: {},
    project: undefined,
  });
  const now = withLink(last.current, screen, search);
  const views = inProject(screen === 'other' ? now.project : now[screen].project, now);
  useEffect(() => {
    last.current = views;
  });
  // A link that is replaced just before the next one begins is never drawn.
  useEffect(
    () =>
      history.subscribe(({ location, action }) => {
        if (action.type !== 'REPLACE') return;
        last.current = withLink(last.current, screenOf(location.pathname), parseSearch(location.search));
      }),
    [history],
  );
  return { ...views, screen };
}
