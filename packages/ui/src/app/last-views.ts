import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { type BriefView, readBrief } from '../data/brief-view.ts';
import { type LessonsView, patchView, readView } from '../data/lessons-view.ts';
import { readToday, type TodayView } from '../data/today-view.ts';

/** What the screens show. */
export interface Views {
  today: TodayView;
  lessons: LessonsView;
  brief: BriefView;
  screen: 'today' | 'lessons' | 'brief' | 'other';
  /** The project of this window: all three screens are about it. */
  project: string | undefined;
}

function screenOf(pathname: string): Views['screen'] {
  if (pathname === '/today') return 'today';
  if (pathname === '/lessons') return 'lessons';
  return pathname === '/brief' ? 'brief' : 'other';
}

type LastViews = Omit<Views, 'screen'>;

/** The views in another project: what is open in one belongs to no other. */
export function inProject(project: string | undefined, { today, lessons, brief }: LastViews): LastViews {
  const elsewhere = { project, session: undefined, lesson: undefined };
  return {
    today: today.project === project ? today : readToday({ project }),
    lessons: lessons.project === project ? lessons : patchView(lessons, elsewhere),
    brief: readBrief({ ...brief, project }),
    project,
  };
}

/** What each screen shows, or showed last: the rail leads back to that, in the project that was chosen last on any of them. */
export function useLastViews(): Views {
  const search = useSearch({ strict: false });
  const screen = useLocation({ select: ({ pathname }) => screenOf(pathname) });
  const last = useRef<LastViews>({ today: {}, lessons: {}, brief: {}, project: undefined });
  const now = { ...last.current };
  if (screen === 'today') now.today = readToday(search);
  if (screen === 'lessons') now.lessons = readView(search);
  if (screen === 'brief') now.brief = readBrief(search);
  const views = inProject(screen === 'other' ? now.project : now[screen].project, now);
  useEffect(() => {
    last.current = views;
  });
  return { ...views, screen };
}
