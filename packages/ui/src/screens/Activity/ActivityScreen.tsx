import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ActivityView, namesWrites, readActivity, writesOf } from '../../data/activity-view.ts';
import { useClient } from '../../data/client.ts';
import { readView } from '../../data/lessons-view.ts';
import { answerList, writeList } from '../../data/queries/activity.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading, Message } from '../../elements/Message/Message.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { ActivityFilters } from '../../groups/Activity/ActivityFilters.tsx';
import { Connected } from '../../groups/Activity/Connected.tsx';
import { WriteList } from '../../groups/Activity/WriteList.tsx';
import { AgentAnswers } from '../../groups/Exposures/AgentAnswers.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useEntryKeys } from '../../lists/use-entry-keys.ts';
import { shownTextOf } from '../../panes/shown-text-on-demand.tsx';
import { useAskedImport } from '../../panes/use-asked-import.ts';
import { WaysToAdd } from '../../panes/WaysToAdd.tsx';
import { useCommands } from '../../state/commands.tsx';
import { stepOf } from '../../state/undo-stack.ts';
import { activity as words } from '../../strings/activity.ts';
import { UndoAll } from './UndoAll.tsx';

const SHOWN = [
  { value: 'writes', label: words.writes, icon: words.writes },
  { value: 'answers', label: words.answers, icon: words.answers },
] as const;

type Patch = { [K in keyof ActivityView]?: ActivityView[K] | undefined };

interface PaneProps {
  view: ActivityView;
  change: (patch: Patch) => void;
  onGo: (lessonId: string) => void;
}

function Writes({ view, change, onGo }: PaneProps) {
  const { undo, redo } = useCommands();
  const asking = useAskedImport();
  const filter = writesOf(view);
  const query = useInfiniteQuery(writeList(useClient(), filter));
  const operations = query.data?.pages.flatMap(({ items }) => items);
  const entries = useEntryKeys(operations?.length ?? 0);
  const isNarrow = namesWrites(view);
  return (
    <>
      <ActivityFilters view={view} onChange={change} />
      {isNarrow && operations && operations.length > 0 && (
        // Another filter starts over with a new question.
        <UndoAll key={JSON.stringify(filter)} filter={filter} />
      )}
      {!operations && query.error && <QueryFailure title={words.failed} query={query} />}
      {!operations && !query.error && <Loading text={words.loading} />}
      {operations?.length === 0 && (
        <Message inPage title={isNarrow ? words.noneMatch : words.none} text={isNarrow ? '' : words.noneHint}>
          {isNarrow ? (
            <Button onClick={() => change({ by: undefined, author: undefined, session: undefined, since: undefined })}>
              {words.clear}
            </Button>
          ) : (
            <WaysToAdd />
          )}
        </Message>
      )}
      {operations && operations.length > 0 && (
        <div {...entries}>
          <WriteList
            operations={operations}
            {...asking}
            onUndo={(operation) => void undo(stepOf(operation))}
            onRedo={(operation) => void redo(stepOf(operation))}
            onAuthor={({ author }) => change({ by: author.kind, author: author.name })}
            onSession={(session) => change({ session })}
            onGo={onGo}
          />
        </div>
      )}
      {query.hasNextPage && (
        <Button tone="quiet" className="self-start" onClick={() => void query.fetchNextPage()}>
          {words.older}
        </Button>
      )}
    </>
  );
}

function Answers({ view, onGo }: PaneProps) {
  const query = useInfiniteQuery(answerList(useClient(), view.project));
  const answers = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const entries = useEntryKeys(answers.length);
  if (!query.data) {
    return query.error ? <QueryFailure title={words.failed} query={query} /> : <Loading text={words.loading} />;
  }
  if (answers.length === 0) return <Message inPage title={words.noAnswers} text={words.noAnswersHint} />;
  return (
    <div {...entries} className="-mx-4">
      <AgentAnswers
        answers={answers}
        showProject={view.project === undefined}
        hasOlder={query.hasNextPage}
        onOlder={() => void query.fetchNextPage()}
        text={shownTextOf}
        onGo={onGo}
      />
    </div>
  );
}

/** Activity: who is connected, who wrote what, which answers agents got; and undoing writes. */
export function ActivityScreen() {
  const navigate = useNavigate();
  const view = useSearch({ from: '/activity' });
  const { data: status } = useQuery(hostStatus(useClient()));
  const change = (patch: Patch) => void navigate({ to: '/activity', search: readActivity({ ...view, ...patch }) });
  const pane: PaneProps = {
    view,
    change,
    onGo: (lesson) => void navigate({ to: '/lessons', search: readView({ project: view.project, lesson }) }),
  };
  return (
    <Page>
      <div className="flex flex-col gap-4">
        <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="min-w-0 grow basis-80">
            <h1 className="font-semibold text-title">{words.title}</h1>
            <p className="max-w-[60ch] text-ink-2">{words.text}</p>
          </div>
          <Segmented
            label={words.show}
            alsoCalled="log"
            options={SHOWN}
            value={view.show ?? 'writes'}
            onChange={(show) => change({ show: show === 'answers' ? show : undefined })}
          />
        </header>
        {status && <Connected connections={status.connections} />}
        {view.show === 'answers' ? <Answers {...pane} /> : <Writes {...pane} />}
      </div>
    </Page>
  );
}
