import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Source } from '@twicewise/contract';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { readView } from '../../data/lessons-view.ts';
import { sessionCount } from '../../data/queries/episodes.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { lessonCount } from '../../data/queries/reflections.ts';
import { type DraftPatch, readToday, type TodayView } from '../../data/today-view.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { LateFirstRun } from '../../panes/FirstRun/on-demand.tsx';
import { useCommandState, useCommands } from '../../state/commands.tsx';
import { agentAnswers } from '../../strings/agent-answers.ts';
import { today, review as words } from '../../strings/today.ts';
import { strings } from '../../strings.ts';
import { draftFilters } from './DraftFacetsPane.tsx';
import { DraftsPane } from './DraftsPane.tsx';
import { type Kind, KindHead, useKinds } from './Kinds.tsx';
import { LateTab } from './tabs-on-demand.tsx';
import { draftFilter, type Queue, useQueue } from './use-queue.ts';

/** Goes to the first draft of a source, reading further pages until it is found or there are no more. */
function useWayToSource(queue: Queue, arrive: () => void) {
  const { say } = useCommands();
  const [wanted, setWanted] = useState<string | null>(null);
  const { drafts, hasMore, readMore, goTo } = queue;
  const latest = useRef(arrive);
  latest.current = arrive;
  useEffect(() => {
    if (wanted === null) return;
    const first = drafts.find(({ sourceId }) => sourceId === wanted);
    if (!first && hasMore) return readMore();
    setWanted(null);
    if (!first) return say(strings.sources.elsewhere);
    goTo(first.id);
    latest.current();
  }, [wanted, drafts, hasMore, readMore, goTo, say]);
  return ({ id }: Source) => setWanted(id);
}

interface TabProps {
  kind: Kind;
  project: string | undefined;
  onGo: (lessonId: string) => void;
  onDrafts: (source: Source) => void;
  /** The drafts. */
  children: ReactNode;
}

/** The tab that is shown: the drafts, or another one, which is loaded when it is chosen. */
function ShownTab({ kind, project, onGo, onDrafts, children }: TabProps) {
  if (kind === 'drafts') return children;
  return <LateTab kind={kind} project={project} onGo={onGo} onDrafts={onDrafts} onOpen={({ id }) => onGo(id)} />;
}

/** The drafts of all filters; asked for only while some are filtered out. Undefined until they are counted. */
function useAllDrafts(view: TodayView, queue: Queue): number | undefined {
  const { project } = view;
  const isFiltered = draftFilters(view).length > 0;
  const all = useQuery({
    ...lessonCount(useClient(), draftFilter({ ...(project ? { project } : {}) })),
    enabled: isFiltered,
  });
  const listed = queue.ready ? queue.total : undefined;
  return isFiltered ? (all.data ?? listed) : listed;
}

function Panes({ view }: { view: TodayView }) {
  const { project } = view;
  const navigate = useNavigate();
  const queue = useQueue(view);
  const list = useRef<HTMLDivElement>(null);
  const kinds = useKinds(project, useAllDrafts(view, queue));
  const toDrafts = useWayToSource(queue, () => {
    kinds.choose('drafts');
    // By the next frame the list is drawn.
    requestAnimationFrame(() => list.current?.focus({ preventScroll: true }));
  });
  const filter = (patch: DraftPatch) =>
    navigate({ to: '/today', search: readToday({ ...view, ...patch, draft: undefined }) });
  const toLesson = (lesson: string) => void navigate({ to: '/lessons', search: readView({ project, lesson }) });
  const isInbox = kinds.kind !== 'shown';
  return (
    <div data-place="today" className="@container flex h-full flex-col overflow-y-auto bg-reading">
      <KindHead project={project} kinds={kinds} decided={queue.decided} />
      <section
        aria-label={isInbox ? words.label : agentAnswers.title}
        className={clsx('flex grow flex-col', isInbox && 'min-h-88')}
      >
        <ShownTab kind={kinds.kind} project={project} onGo={toLesson} onDrafts={toDrafts}>
          <DraftsPane queue={queue} view={view} listRef={list} onFilter={filter} onOpen={({ id }) => toLesson(id)} />
        </ShownTab>
      </section>
    </div>
  );
}

function Content() {
  const client = useClient();
  const query = useQuery(hostStatus(client));
  const view = useSearch({ from: '/today' });
  const { awaited } = useCommandState();
  const { data: status } = query;
  const [begins, setBegins] = useState(false);
  const noLessons = status?.counts.reflections === 0;
  // With sessions, but no lesson in them yet, the first steps are behind.
  const sessions = useQuery({ ...sessionCount(client, undefined), enabled: noLessons });
  const isEmpty = noLessons && (sessions.data === 0 || sessions.isError);
  if (isEmpty && !begins) setBegins(true);
  if (!status || (noLessons && sessions.isPending)) {
    if (query.error) return <QueryFailure title={today.failed} query={query} />;
    return <Loading text={today.loading} />;
  }
  // The sample arrives in parts, newest last: a list of a part of it would open a draft from its middle.
  if (isEmpty || (begins && awaited?.kind === 'sample')) return <LateFirstRun />;
  return <Panes view={view} />;
}

/** Today: the decisions that wait, and in a tab of their own the answers agents got, repeated failures, and sources. */
export function TodayScreen() {
  return (
    <section aria-label={today.title} className="h-full">
      <Content />
    </section>
  );
}
