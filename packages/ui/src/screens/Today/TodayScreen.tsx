import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Reflection, Source } from '@twicewise/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { readView } from '../../data/lessons-view.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { Broken } from '../Data/Broken.tsx';
import { QueryFailure } from '../QueryFailure.tsx';
import { ContradictionsPane } from './ContradictionsPane.tsx';
import { DraftsPane } from './DraftsPane.tsx';
import { FailuresPane, SourcesPane, TellingsPane } from './FactsPanes.tsx';
import { FirstStepsPane } from './FirstStepsPane.tsx';
import { HarmfulPane } from './HarmfulPane.tsx';
import { type Kind, KindHead, useKinds } from './Kinds.tsx';
import { SuspectsPane } from './SuspectsPane.tsx';
import { UnusedPane } from './UnusedPane.tsx';
import { type Queue, useQueue } from './use-queue.ts';

const words = strings.review;

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

interface WaitingProps {
  kind: Kind;
  project: string | undefined;
  onOpen: (lesson: Reflection) => void;
  /** The drafts. */
  children: ReactNode;
}

/** The waiting items, one kind at a time. */
function Waiting({ kind, project, onOpen, children }: WaitingProps) {
  switch (kind) {
    case 'suspects':
      return <SuspectsPane project={project} />;
    case 'contradictions':
      return <ContradictionsPane project={project} onOpen={onOpen} />;
    case 'neglected':
      return <UnusedPane project={project} onOpen={onOpen} />;
    case 'harmful':
      return <HarmfulPane project={project} onOpen={onOpen} />;
    default:
      return children;
  }
}

function Panes({ project }: { project: string | undefined }) {
  const navigate = useNavigate();
  const { draft } = useSearch({ from: '/today' });
  const queue = useQueue(project, draft);
  const page = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const kinds = useKinds(project, queue.total);
  const toDrafts = useWayToSource(queue, () => {
    kinds.choose('drafts');
    page.current?.scrollTo({ top: 0 });
    list.current?.focus({ preventScroll: true });
  });
  const toLesson = (lesson: string) => void navigate({ to: '/lessons', search: readView({ project, lesson }) });
  const toSession = (session: string) => void navigate({ to: '/lessons', search: readView({ project, session }) });
  return (
    <div ref={page} data-place="today" className="@container flex h-full flex-col overflow-y-auto bg-reading">
      <KindHead kinds={kinds} decided={queue.decided} />
      <section aria-label={words.label} className="shrink-0 border-line-strong border-b">
        <Waiting kind={kinds.kind} project={project} onOpen={({ id }) => toLesson(id)}>
          <DraftsPane
            queue={queue}
            project={project}
            listRef={list}
            onOpen={({ id }) => toLesson(id)}
            onSession={toSession}
          />
        </Waiting>
      </section>
      <div className="grid grow content-start @3xl:content-stretch grid-cols-[minmax(0,1fr)] @3xl:grid-cols-[minmax(0,1fr)_18rem] @6xl:grid-cols-[minmax(0,1fr)_24rem]">
        <TellingsPane project={project} onGo={toLesson} />
        <div className="border-line @3xl:border-l">
          <FailuresPane project={project} onGo={toLesson} />
          <SourcesPane onDrafts={toDrafts} />
        </div>
      </div>
    </div>
  );
}

function Content() {
  const query = useQuery(hostStatus(useClient()));
  const { project } = useSearch({ from: '/today' });
  const { data: status } = query;
  if (!status) {
    if (query.error) return <QueryFailure title={strings.today.failed} query={query} />;
    return <Loading text={strings.today.loading} />;
  }
  const { store } = status;
  if (store.state !== 'ready' && store.state !== 'read_only') return <Broken store={store} />;
  if (status.counts.reflections === 0) return <FirstStepsPane />;
  return <Panes key={project} project={project} />;
}

/** Today: the decisions that wait, the answers agents got and the attempts that followed, repeated failures, and sources. */
export function TodayScreen() {
  return (
    <section aria-label={strings.today.title} className="h-full">
      <Content />
    </section>
  );
}
