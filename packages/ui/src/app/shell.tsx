import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import type { OutputOf, Project } from '@twicewise/contract';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useClient, useConnection } from '../data/client.ts';
import { patchView, readView } from '../data/lessons-view.ts';
import { sessionCount } from '../data/queries/episodes.ts';
import { hostStatus, isReadable } from '../data/queries/host.ts';
import { projectList, projectMeant } from '../data/queries/projects.ts';
import { lessonCount } from '../data/queries/reflections.ts';
import { savedViews } from '../data/queries/views.ts';
import { shownQuery } from '../data/saved-views.ts';
import { SCREEN_IDS, SCREENS, type ScreenId } from '../data/screens.ts';
import { onDemand } from '../elements/OnDemand/on-demand.tsx';
import { ConnectionMark } from '../groups/Rail/ConnectionMark.tsx';
import { NewsCards } from '../groups/Rail/NewsCards.tsx';
import { ProjectSwitcher } from '../groups/Rail/ProjectSwitcher.tsx';
import { Rail } from '../groups/Rail/Rail.tsx';
import { ViewLinks } from '../groups/Rail/ViewLinks.tsx';
import type { ShortcutSheet } from '../groups/ShortcutSheet/ShortcutSheet.tsx';
import { FEW_KEYS, StatusLine, TAUGHT_KEYS } from '../groups/StatusLine/StatusLine.tsx';
import { StoreNotice } from '../groups/StoreNotice/StoreNotice.tsx';
import { useBrought } from '../panes/use-brought.ts';
import { SCREEN_LOOKS } from '../screens/screen-looks.ts';
import { BundleSheets } from '../sheets/Bundles/BundleSheets.tsx';
import { PaletteSheet } from '../sheets/Palette/PaletteSheet.tsx';
import type { ProjectDeed, ProjectDialogs } from '../sheets/ProjectDialogs.tsx';
import { useSheets } from '../sheets/use-sheets.ts';
import { useAction, useSingleKeys, useWorkingKeys } from '../state/action-registry.tsx';
import type { ActionId } from '../state/actions.ts';
import { useAppearance } from '../state/appearance.tsx';
import { ChosenProject } from '../state/chosen-project.tsx';
import { useCommandState, useCommands } from '../state/commands.tsx';
import { useCopyOut } from '../state/copying.tsx';
import { useDrafts } from '../state/drafts.tsx';
import { BLANK_LESSON, NEW } from '../state/lesson-draft.ts';
import { useNews } from '../state/news.ts';
import { useNewWindow, useShellMenu } from '../state/shell-menu.ts';
import { useUpkeepActions } from '../state/upkeep.ts';
import { count, strings } from '../strings.ts';
import { ContextMenu } from './context-menu.tsx';
import { DropTarget } from './drop-target.tsx';
import { useFocusKeeper } from './focus-keeper.ts';
import { useForgetful } from './forget-notice.ts';
import { inProject, useLastViews, type Views } from './last-views.ts';
import { LeaveField } from './leave-field.ts';
import { usePageKeys } from './page-keys.ts';
import { usePaletteWays } from './palette-ways.ts';
import { usePlaceKeeper } from './place-keeper.ts';
import { ShownScreen } from './shown-screen.tsx';
import { ViewSaver } from './view-saver.tsx';
import { WaysToParts } from './ways-to-parts.tsx';
import { useWindowTitle } from './window-title.ts';

const NAV =
  'flex h-8 items-center gap-2 rounded-sm border-transparent px-2 max-sm:px-1 max-md:[&>svg]:hidden text-ink-2 hover:bg-hover hover:text-ink md:border-l-2 data-[status=active]:border-signal data-[status=active]:bg-signal-tint data-[status=active]:font-medium data-[status=active]:text-ink';

function Count({ text, title }: { text: string; title: string }) {
  return (
    <span title={title} className="ml-auto pl-2 font-mono text-ink-3 text-micro max-md:hidden">
      {text}
    </span>
  );
}

/** The number of records on each screen, and its tooltip. */
type Counts = Partial<Record<ScreenId, { text: string; title: string }>>;

/** The number of records on each screen, counted as its list counts them. */
function useCounts(project: string | undefined): Counts {
  const client = useClient();
  const filter = project ? { projectId: project } : {};
  const { data: lessons } = useQuery(lessonCount(client, filter));
  const { data: drafts = 0 } = useQuery(lessonCount(client, { ...filter, state: 'draft' }));
  const { data: sessions = 0 } = useQuery(sessionCount(client, project));
  return {
    // In words: Today has more to review than drafts, and its heading counts all of it.
    ...(drafts > 0 ? { today: { text: strings.rail.drafts(drafts), title: strings.rail.draftsTitle(drafts) } } : {}),
    ...(lessons === undefined ? {} : { lessons: { text: count(lessons), title: strings.list.total(lessons) } }),
    ...(sessions > 0 ? { sessions: { text: count(sessions), title: strings.sessions.total(sessions) } } : {}),
  };
}

/**
 * The link to a screen: as it was left, or as it is best come back to; the open one stays as it is. The router's types cannot express
 * that path and view belong to one screen.
 */
function linkTo(id: ScreenId, { of, screen }: Pick<Views, 'of' | 'screen'>): LinkProps {
  const { path, comeBack } = SCREENS[id] as { path: string; comeBack?: (view: object) => object };
  return { to: path, search: id === screen || !comeBack ? of[id] : comeBack(of[id]) } as LinkProps;
}

/** The links to the screens, each with its count: in the project that the rail names. */
function Nav({ views, project }: { views: Views; project: string | undefined }) {
  const counts = useCounts(project);
  return SCREEN_IDS.map((id) => {
    const { Icon } = SCREEN_LOOKS[id];
    const counted = counts[id];
    return (
      <Link key={id} {...linkTo(id, views)} activeOptions={{ includeSearch: false }} className={NAV}>
        <Icon size={15} aria-hidden />
        {strings.rail[id]}
        {counted && <Count {...counted} />}
      </Link>
    );
  });
}

/** The action that goes to a screen. */
function GoTo({ id, views }: { id: ScreenId; views: Views }) {
  const navigate = useNavigate();
  useAction(id, () => void navigate(linkTo(id, views)));
  return null;
}

/**
 * What is wrong with the whole application, if anything: no host, no disk space, or a memory that takes no writes, in this order.
 */
function Trouble(): ReactNode {
  const connection = useConnection();
  const { trouble } = useCommandState();
  const { data: status } = useQuery(hostStatus(useClient()));
  const { noHost, moved } = strings.connection;
  if (connection === 'down') return <StoreNotice title={noHost.message} message="" hint={noHost.hint} />;
  if (connection === 'moved') return <StoreNotice title={moved.message} message="" hint={moved.hint} />;
  if (trouble)
    return <StoreNotice title={strings.store.title.disk_full} message={trouble.message} hint={trouble.hint} />;
  if (status?.store.state !== 'read_only') return null;
  return <StoreNotice title={strings.store.title.read_only} message={status.store.message} hint={status.store.hint} />;
}

function Sheet(of: Pick<ComponentProps<typeof ShortcutSheet>, 'open' | 'screen' | 'onOpenChange'>) {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const sheets = useSheets(of.open, () => of.onOpenChange(false));
  return sheets && <sheets.ShortcutSheet {...of} singleKeys={singleKeys} onSingleKeys={setSingleKeys} />;
}

function useWindowShortcuts({ of: { lessons } }: Views, showSheet: () => void): void {
  const commands = useCommands();
  const drafts = useDrafts();
  const navigate = useNavigate();
  const { history } = useRouter();
  const canGoBack = useCanGoBack();
  useAction('create', () => {
    drafts.open({ id: NEW, ...BLANK_LESSON });
    void navigate({ to: '/lessons', search: patchView(lessons, { new: true, lesson: undefined, bin: undefined }) });
  });
  useAction('goBack', () => history.back(), canGoBack || strings.whyNot.noBack);
  useAction('goForward', () => history.forward());
  useAction('undo', () => void commands.undo());
  useAction('redo', () => void commands.redo());
  useAction('sheet', showSheet);
  useCommandToCopy();
}

/** The command that connects a program which is not known here. */
function useCommandToCopy(): void {
  const copy = useCopyOut();
  const { data: status } = useQuery(hostStatus(useClient()));
  const command = status?.connectCommand;
  useAction('copyCommand', () => command && copy(command, strings.copying.done.exactly(command)), command != null);
}

/** Commands for the appearance; the current one is marked. */
function useAppearanceActions(): void {
  const { theme, setTheme, density, setDensity } = useAppearance();
  const unless = (so: boolean) => !so || strings.whyNot.so;
  useAction('themeSystem', () => setTheme('system'), unless(theme === 'system'));
  useAction('themeLight', () => setTheme('light'), unless(theme === 'light'));
  useAction('themeDark', () => setTheme('dark'), unless(theme === 'dark'));
  useAction('comfortable', () => setDensity('comfortable'), unless(density === 'comfortable'));
  useAction('compact', () => setDensity('compact'), unless(density === 'compact'));
}

/**
 * Commands for the project of the window; none while no project is chosen. A command applies to the project for which it was
 * started, and ends when the window goes to another project, as by Back.
 */
function useProjectDeed(chosen: Project | undefined, hasOther: boolean) {
  const [begun, setBegun] = useState<{ deed: ProjectDeed; projectId: string } | null>(null);
  if (begun && begun.projectId !== chosen?.id) setBegun(null);
  const begin = (deed: ProjectDeed) => chosen && setBegun({ deed, projectId: chosen.id });
  const { noneChosen, noOther } = strings.project;
  useAction('renameProject', () => void begin('rename'), chosen !== undefined || noneChosen);
  useAction('projectChecks', () => void begin('checks'), chosen !== undefined || noneChosen);
  useAction('mergeProject', () => void begin('merge'), chosen ? hasOther || noOther : noneChosen);
  return { deed: begun?.deed ?? null, begin, end: () => setBegun(null) };
}

/** The sheets about the chosen project, loaded when the first of them is opened. */
function ProjectSheets(props: ComponentProps<typeof ProjectDialogs>) {
  const sheets = useSheets(props.deed !== null, props.onEnd);
  return sheets && <sheets.ProjectDialogs {...props} />;
}

/**
 * What else the line names: on Activity the keys of its entries, on Causes those of a list and of the field for the question, on
 * Today those that nothing above names, on Brief what shows the text word for word.
 */
const KEYS_OF: Partial<Record<ScreenId, readonly ActionId[]>> = {
  activity: ['down', 'open', 'undoEntry', ...FEW_KEYS],
  brief: ['source', ...FEW_KEYS],
  causes: ['down', 'filter', ...FEW_KEYS],
  today: ['open', 'facets', 'groupDrafts', ...FEW_KEYS],
};

/**
 * The status line. Where a list is shown, it names its keys that work at the moment, elsewhere those of a node on the map and those that
 * find and list everything.
 */
function Foot({ screen, teaches, chosen }: { screen: ScreenId | null; teaches: boolean; chosen: Project | undefined }) {
  const commands = useCommands();
  const show = useBrought(chosen);
  const navigate = useNavigate();
  const toData = () => {
    commands.dismiss();
    void navigate({ to: SCREENS.data.path });
  };
  useForgetful(screen);
  const taught = teaches ? TAUGHT_KEYS : ((screen && KEYS_OF[screen]) ?? FEW_KEYS);
  return (
    <StatusLine
      state={useCommandState()}
      hints={useWorkingKeys(taught)}
      onUndo={(step) => void commands.undo(step)}
      onRedo={(step) => void commands.redo(step)}
      onShow={(...what) => {
        commands.dismiss();
        show(...what);
      }}
      onData={screen === 'data' ? null : toData}
      onDismiss={commands.dismiss}
      onStop={({ id }) => void commands.run('job.cancel', { id }, strings.done.stopping)}
    />
  );
}

/** What agents brought; it is gone once it was looked at. */
function NewsOfAgents({ screen }: { screen: ScreenId | null }) {
  const navigate = useNavigate();
  const toDrafts = () => void navigate({ to: '/today', search: {} });
  const toLesson = (id: string) => void navigate({ to: '/lessons', search: readView({ lesson: id }) });
  const { news, dismissDrafts, dismissRepeated } = useNews({ toDrafts, toLesson });
  const isOnToday = screen === 'today';
  useEffect(() => {
    if (isOnToday && news.drafts > 0) dismissDrafts();
  }, [isOnToday, news.drafts, dismissDrafts]);
  return (
    <NewsCards
      news={news}
      onDrafts={toDrafts}
      onRepeated={(id) => {
        dismissRepeated();
        toLesson(id);
      }}
      onDismissDrafts={dismissDrafts}
      onDismissRepeated={dismissRepeated}
    />
  );
}

/** Most memories never have a sample. */
const LateSample = onDemand(async () => (await import('./loaded-sample.tsx')).LoadedSample);

/** What is so at present: a sample among the records, and whether the host answers. */
function Present() {
  const { data: status } = useQuery(hostStatus(useClient()));
  return (
    <>
      {status?.sample && <LateSample />}
      <ConnectionMark connection={useConnection()} />
    </>
  );
}

/** Whether a list is open that may have rows. The counts leave out the bin, so that an open bin may have some. */
function hasListKeys(
  { screen, of }: ReturnType<typeof useLastViews>,
  status: OutputOf<'host.status'> | undefined,
): boolean {
  if (screen !== 'lessons' && screen !== 'sessions') return false;
  const { reflections, episodes } = status?.counts ?? {};
  const isEmpty = (screen === 'lessons' ? reflections : episodes) === 0 && of[screen].bin !== true;
  return !isEmpty && (!status || isReadable(status.store));
}

/** The frame around every screen: the rail, trouble on top, the status line at the foot. */
export function Shell() {
  const client = useClient();
  const navigate = useNavigate();
  const views = useLastViews();
  const { screen, project } = views;
  const isOfProject = screen !== null && SCREENS[screen].inProject !== null;
  const { theme, setTheme } = useAppearance();
  const [sheet, setSheet] = useState(false);
  const [palette, setPalette] = useState(false);
  const { data: projects = [] } = useQuery(projectList(client));
  const { data: saved = [] } = useQuery(savedViews(client));
  const { data: status } = useQuery(hostStatus(client));
  const main = useRef<HTMLElement>(null);
  useWindowShortcuts(views, () => setSheet(true));
  useAppearanceActions();
  useUpkeepActions();
  useShellMenu();
  useNewWindow();
  useAction('palette', () => setPalette(true));
  useFocusKeeper(main);
  usePlaceKeeper(main);
  usePageKeys(main);

  const goToProject = (chosen: string | undefined) => {
    // Screens without a project show the lessons of the chosen project instead.
    void navigate(linkTo(isOfProject ? screen : 'lessons', { ...inProject(chosen, views), screen }));
  };
  const chosen = projectMeant(projects, project);
  const ways = usePaletteWays(views, chosen, goToProject);
  useWindowTitle(screen, isOfProject ? chosen : undefined, projects);
  const shown = shownQuery(screen, views.of);
  const teaches = hasListKeys(views, status);
  const { deed, begin, end } = useProjectDeed(chosen, projects.length > 1);
  return (
    <div className="flex h-full flex-col md:flex-row">
      <LeaveField />
      <Rail
        projects={
          <ProjectSwitcher
            projects={projects}
            current={project}
            isOff={!isOfProject}
            onChoose={goToProject}
            onRename={() => begin('rename')}
            onChecks={() => begin('checks')}
            onMerge={() => begin('merge')}
          />
        }
        onFind={() => setPalette(true)}
        nav={<Nav views={views} project={project} />}
        connection={<Present />}
        views={<ViewLinks views={saved} shown={shown} />}
        news={<NewsOfAgents screen={screen} />}
        theme={theme}
        onTheme={setTheme}
        onShortcuts={() => setSheet(true)}
      />
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <Trouble />
        <main
          ref={main}
          tabIndex={-1}
          data-keys="list"
          className="min-h-0 grow focus-visible:shadow-[inset_0_2px_0_var(--signal)] focus-visible:outline-none"
        >
          <ChosenProject reference={project} id={chosen?.id} projects={projects}>
            <ShownScreen screen={screen} />
          </ChosenProject>
        </main>
        <Foot screen={screen} teaches={teaches} chosen={chosen} />
      </div>
      {SCREEN_IDS.map((id) => (
        <GoTo key={id} id={id} views={views} />
      ))}
      <WaysToParts screen={screen} project={project} />
      <Sheet open={sheet} screen={screen} onOpenChange={setSheet} />
      {chosen && <ProjectSheets deed={deed} project={chosen} projects={projects} onMerged={goToProject} onEnd={end} />}
      {shown && <ViewSaver shown={shown} saved={saved} />}
      <BundleSheets />
      <ContextMenu main={main} />
      <DropTarget />
      <PaletteSheet open={palette} onOpenChange={setPalette} project={project} ways={ways} />
    </div>
  );
}
