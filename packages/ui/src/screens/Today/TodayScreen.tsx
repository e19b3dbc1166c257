import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Source } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { useWorkingKeys } from '../../app/action-registry.tsx';
import { useCommands } from '../../app/commands.tsx';
import { useClient } from '../../data/client.ts';
import { readView } from '../../data/lessons-view.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { Loading } from '../../elements/Message/Message.tsx';
import { strings } from '../../strings.ts';
import { Broken } from '../Data/Broken.tsx';
import { QueryFailure } from '../QueryFailure.tsx';
import { DecisionsPane } from './DecisionsPane.tsx';
import { FailuresPane, SourcesPane, TellingsPane } from './FactsPanes.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { usePlaceInLink } from './use-place.ts';
import { type Queue, useQueue } from './use-queue.ts';

const words = strings.decisions;

const TAUGHT = ['down', 'takeBack'] as const;

function Head({ queue }: { queue: Queue }) {
  const working = useWorkingKeys(TAUGHT);
  const { hint } = strings.shortcuts;
  return (
    <header className="flex shrink-0 flex-wrap items-baseline gap-x-3 border-line border-b bg-surface px-4 py-2.5">
      <h1 className="font-semibold text-title">{strings.today.title}</h1>
      {queue.total > 0 && (
        <p className="text-ink-2">
          <span role="status" className="text-ink">
            {words.waiting(queue.total)}
          </span>
          . {words.text}
        </p>
      )}
      {queue.total + queue.decided > 0 && (
        <span className="ml-auto flex items-center gap-4 self-center text-ink-3 text-small max-lg:hidden">
          {working.includes('down') && (
            <span className="flex items-center gap-1">
              <Kbd keys="j" />
              <Kbd keys="k" /> {hint.move}
            </span>
          )}
          {working.includes('takeBack') && (
            <span className="flex items-center gap-1">
              <Kbd keys="u" /> {strings.actions.undo.toLowerCase()}
            </span>
          )}
        </span>
      )}
    </header>
  );
}

/** Goes to the first draft of a source, reading on until it is found or there are no more. */
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

function Panes({ project }: { project: string | undefined }) {
  const navigate = useNavigate();
  const { draft } = useSearch({ from: '/today' });
  const queue = useQueue(project, draft);
  usePlaceInLink(queue);
  const page = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const toDrafts = useWayToSource(queue, () => {
    page.current?.scrollTo({ top: 0 });
    list.current?.focus({ preventScroll: true });
  });
  const toLesson = (lesson: string) => void navigate({ to: '/lessons', search: readView({ project, lesson }) });
  const toSession = (session: string) => void navigate({ to: '/lessons', search: readView({ project, session }) });
  return (
    <div ref={page} data-place="today" className="@container flex h-full flex-col overflow-y-auto bg-reading">
      <Head queue={queue} />
      <section aria-label={words.label} className="shrink-0 border-line-strong border-b">
        <DecisionsPane
          queue={queue}
          project={project}
          listRef={list}
          onOpen={({ id }) => toLesson(id)}
          onSession={toSession}
        />
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
  if (status.counts.reflections === 0) return <FirstSteps />;
  return <Panes key={project} project={project} />;
}

/** Today: the decisions that wait, what agents were told and what came of it, what repeats, where it comes from. */
export function TodayScreen() {
  return (
    <section aria-label={strings.today.title} className="h-full">
      <Content />
    </section>
  );
}
