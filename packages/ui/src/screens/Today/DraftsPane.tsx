import { useQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { type RefObject, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { source as sourceQuery } from '../../data/queries/sources.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { KeptEdit } from '../../groups/LessonForm/KeptEdit.tsx';
import { LessonList } from '../../groups/LessonList/LessonList.tsx';
import { type DraftActions, DraftCard } from '../../groups/Review/DraftCard.tsx';
import { useListKeys } from '../../lists/use-list-keys.ts';
import { useAction } from '../../state/action-registry.tsx';
import { type Drafts, useDrafts } from '../../state/drafts.tsx';
import { strings } from '../../strings.ts';
import { useCopies, useCopyActions } from '../Lessons/use-copies.ts';
import { QueryFailure } from '../QueryFailure.tsx';
import { EditingPane } from './EditingPane.tsx';
import { MergingPane } from './MergingPane.tsx';
import { useDraftReview } from './use-draft-review.ts';
import { usePlaceInLink } from './use-place.ts';
import type { Queue } from './use-queue.ts';
import { AllDone } from './WaitingPane.tsx';

const words = strings.review;

/** What is being done with the current draft besides reading it; it ends when another draft becomes current. */
type Work = { kind: 'edit' | 'merge'; id: string } | null;

interface DraftsPaneProps {
  queue: Queue;
  project: string | undefined;
  listRef: RefObject<HTMLDivElement | null>;
  onOpen: (lesson: Reflection) => void;
  onSession: (sessionId: string) => void;
}

function useDraftKeys({ queue, listRef, onOpen }: DraftsPaneProps) {
  const { current } = queue;
  const decisions = useDraftReview(queue);
  const [started, setWork] = useState<Work>(null);
  const here = started !== null && started.id === current?.id;
  // Returning to the draft does not continue the work: a form that opens by itself would take the next key as text.
  if (started !== null && !here) setWork(null);
  const work = here ? started.kind : null;
  const reading = work === null;
  const toList = () => listRef.current?.focus({ preventScroll: true });
  const end = () => {
    setWork(null);
    toList();
  };
  const withCurrent = (act: (draft: Reflection) => void) => () => {
    if (!current) return false;
    toList();
    act(current);
  };
  const act: DraftActions = {
    accept: withCurrent(decisions.accept),
    reject: withCurrent(decisions.reject),
    edit: withCurrent(({ id }) => setWork({ kind: 'edit', id })),
    merge: withCurrent(({ id }) => setWork({ kind: 'merge', id })),
  };
  const decidable = reading && (current !== undefined || strings.whyNot.noDraft);
  useAction('accept', act.accept, decidable);
  useAction('reject', act.reject, decidable);
  useAction('edit', act.edit, decidable);
  useAction('merge', act.merge, decidable);
  useCopyActions(useCopies(current), decidable);
  useAction('takeBack', decisions.undo, reading);
  useAction('undo', decisions.undo);
  useAction('redo', decisions.redo);
  const step = (by: number) => Math.max(0, queue.index + by);
  const cursor = { index: queue.index, row: current, set: queue.goTo, step, neighbour: () => undefined };
  const moves = { onMove: ({ id }: Reflection) => queue.goTo(id), onOpen };
  useListKeys({ rows: queue.drafts, cursor, listRef, ...moves, enabled: reading });
  return { decisions, work, act, end };
}

type DraftKeys = ReturnType<typeof useDraftKeys>;

interface CurrentProps extends Pick<DraftsPaneProps, 'queue' | 'onSession'> {
  deciding: DraftKeys;
  /** Unsaved edits. */
  edits: Drafts;
}

/** The current draft: to read, to edit, or beside the lesson it is to be merged into. */
function Current({ queue, deciding, edits, onSession }: CurrentProps) {
  const { current } = queue;
  const { decisions, work, act, end } = deciding;
  const sourceId = current?.sourceId ?? null;
  const { data: source } = useQuery({ ...sourceQuery(useClient(), sourceId ?? ''), enabled: sourceId !== null });
  if (!current) return null;
  if (work === 'edit') {
    return (
      <EditingPane
        key={current.id}
        lesson={current}
        drafts={edits}
        onRead={queue.retry}
        onSaved={decisions.accept}
        onEnd={end}
      />
    );
  }
  if (work === 'merge') {
    const merge = (into: string) => {
      end();
      decisions.merge(current, into);
    };
    return <MergingPane key={current.id} draft={current} onMerge={merge} onCancel={end} />;
  }
  const edit = edits.edited.has(current.id) ? edits.get(current.id) : undefined;
  const discard = () => {
    edits.drop(current.id);
    end();
  };
  return (
    <DraftCard
      key={current.id}
      lesson={current}
      kept={edit && <KeptEdit draft={edit} onContinue={act.edit} onDiscard={discard} />}
      source={source}
      place={queue.index + 1}
      total={queue.total}
      act={act}
      onSession={onSession}
    />
  );
}

/** The drafts in the queue, decided one at a time: the list, with the complete current draft beside it. */
export function DraftsPane(props: DraftsPaneProps) {
  const { queue, project, listRef } = props;
  const deciding = useDraftKeys(props);
  usePlaceInLink(queue);
  const edits = useDrafts();
  if (queue.error) return <QueryFailure title={words.failed} query={{ error: queue.error, refetch: queue.retry }} />;
  if (!queue.ready) return <Loading text={words.loading} />;
  if (queue.total === 0)
    return queue.decided > 0 ? (
      <AllDone text={words.allDone} hint={words.allDoneHint} />
    ) : (
      <p className="px-4 py-3 text-ink-2">{words.none}</p>
    );
  return (
    <div className="flex @3xl:h-[clamp(22rem,58vh,44rem)] @3xl:flex-row flex-col">
      <div className="flex @3xl:max-h-none max-h-43 min-h-0 @3xl:w-[36%] @3xl:min-w-72 @3xl:max-w-110 shrink-0 flex-col border-line @3xl:border-r @3xl:border-b-0 border-b bg-surface">
        <LessonList
          label={words.list}
          rows={queue.drafts}
          hits={undefined}
          total={queue.total}
          listKey="drafts"
          current={queue.index}
          edited={edits.edited}
          showProject={project === undefined}
          showState={false}
          stale={false}
          hasMore={queue.hasMore}
          listRef={listRef}
          onMore={queue.readMore}
          onPick={({ id }) => queue.goTo(id)}
        />
      </div>
      <article aria-label={words.draft} className="flex min-h-0 min-w-0 grow flex-col bg-reading">
        <Current queue={queue} deciding={deciding} edits={edits} onSession={props.onSession} />
      </article>
    </div>
  );
}
