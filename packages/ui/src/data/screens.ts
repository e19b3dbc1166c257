import { type ActivityView, readActivity } from './activity-view.ts';
import { type BriefView, readBrief } from './brief-view.ts';
import { type CausesView, patchCauses, readCauses, viewOn } from './causes-view.ts';
import { readData } from './data-view.ts';
import { type InsightsView, readInsights } from './insights-view.ts';
import { type LessonsView, patchView, readView } from './lessons-view.ts';
import { patchSessions, readSessions, type SessionsView } from './sessions-view.ts';
import { readSettings } from './settings-view.ts';
import { readToday, type TodayView } from './today-view.ts';

/** The facts about a screen, apart from its looks. */
interface ScreenFacts<Path extends `/${string}`, View> {
  /** Its path in the link, after the `#`. */
  path: Path;
  /** The key that opens it. */
  key: string;
  /** Reads its view from the parameters of the link; what is not understood is ignored. */
  read: (search: Record<string, unknown>) => View;
  /**
   * Its view in another project, without the open record, which belongs to its own project. Null for a screen without a project.
   */
  inProject: ((view: View, project: string | undefined) => View) | null;
  /** Its view to come back to, where that is not the one that was left. */
  comeBack?: (view: View) => View;
  /** True if it shows what is remembered: while the memory cannot be read, what is wrong with it is shown instead. */
  showsMemory: boolean;
}

const screen = <const Path extends `/${string}`, View extends object>(facts: ScreenFacts<Path, View>) => facts;

/** Every screen, in the order of the rail. Its looks are in `screens/screen-looks.ts`. */
export const SCREENS = {
  today: screen({
    path: '/today',
    key: '1',
    showsMemory: true,
    read: readToday,
    inProject: (view, project): TodayView =>
      view.project === project
        ? view
        : readToday({ ...view, project, projects: undefined, draft: undefined, at: undefined }),
  }),
  lessons: screen({
    path: '/lessons',
    key: '2',
    showsMemory: true,
    read: readView,
    inProject: (view, project): LessonsView =>
      view.project === project ? view : patchView(view, { project, session: undefined, lesson: undefined }),
    comeBack: (view): LessonsView => (view.bin ? patchView(view, { bin: undefined, lesson: undefined }) : view),
  }),
  sessions: screen({
    path: '/sessions',
    key: '3',
    showsMemory: true,
    read: readSessions,
    inProject: (view, project): SessionsView =>
      view.project === project ? view : patchSessions(view, { project, episode: undefined }),
    comeBack: (view): SessionsView => (view.bin ? patchSessions(view, { bin: undefined, episode: undefined }) : view),
  }),
  causes: screen({
    path: '/causes',
    key: '4',
    showsMemory: true,
    read: readCauses,
    // The selection on a map may not exist in another project, nor what is hidden; the filters stay.
    inProject: (view, project): CausesView =>
      view.project === project
        ? view
        : patchCauses(viewOn(view, undefined), { project, q: undefined, hide: undefined }),
  }),
  brief: screen({
    path: '/brief',
    key: '5',
    showsMemory: true,
    read: readBrief,
    inProject: (view, project): BriefView => readBrief({ ...view, project }),
  }),
  insights: screen({
    path: '/insights',
    key: '6',
    showsMemory: true,
    read: readInsights,
    inProject: (view, project): InsightsView => readInsights({ ...view, project }),
  }),
  activity: screen({
    path: '/activity',
    key: '7',
    showsMemory: true,
    read: readActivity,
    inProject: (view, project): ActivityView =>
      view.project === project ? view : readActivity({ ...view, project, session: undefined }),
  }),
  data: screen({ path: '/data', key: '8', showsMemory: false, read: readData, inProject: null }),
  settings: screen({ path: '/settings', key: '9', showsMemory: false, read: readSettings, inProject: null }),
};

/** Name of a screen. */
export type ScreenId = keyof typeof SCREENS;
/** All screens, in their order. */
export const SCREEN_IDS = Object.keys(SCREENS) as ScreenId[];
/** The view of each screen. */
export type ScreenViews = { [Id in ScreenId]: ReturnType<(typeof SCREENS)[Id]['read']> };

/** The screen at a path; null when there is none. */
export function screenAt(pathname: string): ScreenId | null {
  return SCREEN_IDS.find((id) => SCREENS[id].path === pathname) ?? null;
}
