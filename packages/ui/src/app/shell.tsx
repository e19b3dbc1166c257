import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { Database, ListTree } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useClient, useConnection } from '../data/client.ts';
import { type LessonsView, patchView } from '../data/lessons-view.ts';
import { hostStatus } from '../data/queries/host.ts';
import { projectList } from '../data/queries/projects.ts';
import { ConnectionMark } from '../groups/Rail/ConnectionMark.tsx';
import { ProjectSwitcher } from '../groups/Rail/ProjectSwitcher.tsx';
import { Rail } from '../groups/Rail/Rail.tsx';
import { ShortcutSheet } from '../groups/ShortcutSheet/ShortcutSheet.tsx';
import { StatusLine } from '../groups/StatusLine/StatusLine.tsx';
import { StoreNotice } from '../groups/StoreNotice/StoreNotice.tsx';
import { count, strings } from '../strings.ts';
import { useCommandState, useCommands } from './commands.tsx';
import { useShortcut, useSingleKeys } from './shortcut-keys.tsx';
import { useTheme } from './theme.ts';

const NAV =
  'flex h-8 items-center gap-2 rounded-sm border-transparent px-2 text-ink-2 hover:bg-hover hover:text-ink md:border-l-2 data-[status=active]:border-signal data-[status=active]:bg-signal-tint data-[status=active]:font-medium data-[status=active]:text-ink';

/** The Lessons view that was shown last: the rail leads back to it from other screens. */
function useLastView(): { view: LessonsView; onLessons: boolean } {
  const { project, outcome, state, session, agent, tag, pinned, q, bin, lesson } = useSearch({ strict: false });
  const onLessons = useLocation({ select: ({ pathname }) => pathname === '/lessons' });
  const here = patchView({}, { project, outcome, state, session, agent, tag, pinned, q, bin, lesson });
  const last = useRef<LessonsView>({});
  useEffect(() => {
    if (onLessons) last.current = here;
  });
  return { view: onLessons ? here : last.current, onLessons };
}

function Nav({ view, total }: { view: LessonsView; total: number | undefined }) {
  return (
    <>
      <Link to="/lessons" search={view} activeOptions={{ includeSearch: false }} className={NAV}>
        <ListTree size={15} aria-hidden />
        {strings.rail.lessons}
        {total !== undefined && (
          <span className="ml-auto pl-2 font-mono text-ink-3 text-micro max-md:hidden">{count(total)}</span>
        )}
      </Link>
      <Link to="/data" className={NAV}>
        <Database size={15} aria-hidden />
        {strings.rail.data}
      </Link>
    </>
  );
}

/** What is wrong with the whole, if anything: no host, then no space, then a memory that takes no writes. */
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

function Sheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return <ShortcutSheet open={open} onOpenChange={onOpenChange} singleKeys={singleKeys} onSingleKeys={setSingleKeys} />;
}

function useWindowShortcuts(view: LessonsView, showSheet: () => void): void {
  const commands = useCommands();
  const navigate = useNavigate();
  useShortcut('undo', () => void commands.undo());
  useShortcut('redo', () => void commands.redo());
  useShortcut('sheet', showSheet);
  useShortcut('lessons', () => void navigate({ to: '/lessons', search: view }));
  useShortcut('data', () => void navigate({ to: '/data' }));
}

/** The frame around every screen: the rail, trouble on top, the status line at the foot. */
export function Shell() {
  const client = useClient();
  const navigate = useNavigate();
  const commands = useCommands();
  const { view, onLessons } = useLastView();
  const [theme, setTheme] = useTheme();
  const [sheet, setSheet] = useState(false);
  const { data: projects = [] } = useQuery(projectList(client));
  const { data: status } = useQuery(hostStatus(client));
  useWindowShortcuts(view, () => setSheet(true));

  const goToProject = (project: string | undefined) =>
    void navigate({ to: '/lessons', search: patchView(view, { project, session: undefined, lesson: undefined }) });
  return (
    <div className="flex h-full flex-col md:flex-row">
      <Rail
        projects={<ProjectSwitcher projects={projects} current={view.project} onChoose={goToProject} />}
        nav={<Nav view={view} total={status?.counts.reflections} />}
        connection={<ConnectionMark connection={useConnection()} />}
        theme={theme}
        onTheme={setTheme}
        onShortcuts={() => setSheet(true)}
      />
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <Trouble />
        <main className="min-h-0 grow">
          <Outlet />
        </main>
        <StatusLine
          state={useCommandState()}
          hints={onLessons && status?.counts.reflections !== 0 && status?.store.state !== 'damaged'}
          onUndo={(step) => void commands.undo(step)}
          onRedo={(step) => void commands.redo(step)}
          onDismiss={commands.dismiss}
          onStop={({ id }) => void commands.run('job.cancel', { id }, strings.done.stopping)}
        />
      </div>
      <Sheet open={sheet} onOpenChange={setSheet} />
    </div>
  );
}
