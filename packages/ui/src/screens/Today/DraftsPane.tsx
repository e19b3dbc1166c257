import { useQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { source as sourceQuery } from '../../data/queries/sources.ts';
import type { DraftPatch, TodayView } from '../../data/today-view.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading, Message } from '../../elements/Message/Message.tsx';
import { KeptEdit } from '../../groups/LessonForm/KeptEdit.tsx';
import { LessonList } from '../../groups/LessonList/LessonList.tsx';
import { particularLines } from '../../groups/LessonList/particular.ts';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { DraftBar } from '../../groups/Review/DraftBar.tsx';
import { type DraftActions, DraftCard } from '../../groups/Review/DraftCard.tsx';
import { SelectedKeys } from '../../groups/Review/selected-keys.ts';
import { useFacets } from '../../lists/use-facets.ts';
import { useListKeys } from '../../lists/use-list-keys.ts';
import { useSelectionKeys } from '../../lists/use-selection.ts';
import { useCopies, useCopyActions } from '../../panes/use-copies.ts';
import { BESIDE_SESSIONS, WaysToAdd } from '../../panes/WaysToAdd.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { type Drafts, useDrafts } from '../../state/drafts.tsx';
import { review as words } from '../../strings/today.ts';
import { strings } from '../../strings.ts';
import { DraftBulkPane } from './DraftBulkPane.tsx';
import { DraftFacetsPane, type DraftFilterName, draftFilters, draftPatch } from './DraftFacetsPane.tsx';
import { type DraftGroup, draftWord, useGroupName } from './draft-groups.ts';
import { EditingPane } from './EditingPane.tsx';
import { GroupingMenu } from './GroupingMenu.tsx';
import { useGroupHeadings } from './group-headings.tsx';
import { MergingPane } from './MergingPane.tsx';
import { type Decision, useDraftBulk } from './use-draft-bulk.ts';
import { useDraftReview } from './use-draft-review.ts';
import { usePlaceInLink } from './use-place.ts';
import type { Queue } from './use-queue.ts';
import { AllDone } from './WaitingPane.tsx';

const NO_FILTERS: DraftPatch = { projects: undefined, source: undefined, rule: undefined };

/** What is being done with the current draft besides reading it; it ends when another draft becomes current. */
type Work = { kind: 'edit' | 'merge'; id: string } | null;

interface DraftsPaneProps {
  queue: Queue;
  view: TodayView;
  listRef: RefObject<HTMLDivElement | null>;
  onFilter: (patch: DraftPatch) => Promise<void>;
  onOpen: (lesson: Reflection) => void;
}

/** Moves the focus to the list, which may only exist after the next answer. */
function useToList(listRef: RefObject<HTMLDivElement | null>) {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current || !listRef.current) return;
    isWanted.current = false;
    listRef.current.focus({ preventScroll: true });
  });
  return useCallback(() => {
    isWanted.current = listRef.current === null;
    listRef.current?.focus({ preventScroll: true });
  }, [listRef]);
}

/** The group of the current draft, with the count that its heading has; undefined where drafts are not grouped. */
function groupOfCurrent({ current, heads, groupOf }: Queue): DraftGroup | undefined {
  const of = current && groupOf(current.id);
  return of && ([...heads.values()].find(({ value }) => value === of.value) ?? of);
}

/** Keys for the current draft; while several are selected, the keys to accept and to reject mean all of them. */
function useDraftKeys({ queue, view, listRef, onOpen, onFilter }: DraftsPaneProps) {
  const { current } = queue;
  const decisions = useDraftReview(queue);
  const [started, setWork] = useState<Work>(null);
  const here = started !== null && started.id === current?.id;
  // Returning to the draft does not continue the work: a form that opens by itself would take the next key as text.
  if (started !== null && !here) setWork(null);
  const work = here ? started.kind : null;
  const toList = useToList(listRef);
  const bulk = useDraftBulk(queue, view.group, decisions, toList, async () => {
    if (draftFilters(view).length > 0) await onFilter(NO_FILTERS);
  });
  const reading = work === null && bulk.doing === null;
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
  const several = bulk.selected.length > 0;
  useAction('accept', () => (several ? bulk.begin('accepted') : act.accept()), decidable);
  useAction('reject', () => (several ? bulk.begin('rejected') : act.reject()), decidable);
  const group = groupOfCurrent(queue);
  /** Decides what is listed together: the group of the current draft, or all where there are no groups. */
  const together = (state: Decision, at?: HTMLElement, byKey?: boolean) =>
    group ? bulk.beginGroup(state, group, at, byKey) : bulk.beginAll(state, at, byKey);
  const buttons = { accepted: useRef<HTMLButtonElement>(null), rejected: useRef<HTMLButtonElement>(null) };
  /** By key it opens at the button, too. */
  const byKey = (state: Decision) => () => together(state, buttons[state].current ?? undefined, true);
  // One key, so only one of the two is offered.
  const [all, ofGroup] = view.group ? [false, decidable] : [decidable, false];
  useAction('acceptAll', byKey('accepted'), all);
  useAction('rejectAll', byKey('rejected'), all);
  useAction('acceptGroup', byKey('accepted'), ofGroup);
  useAction('rejectGroup', byKey('rejected'), ofGroup);
  useAction('edit', act.edit, decidable);
  useAction('merge', act.merge, decidable);
  useCopyActions(useCopies(current), decidable);
  useAction('undoDecision', decisions.undo, reading);
  useAction('undo', decisions.undo);
  useAction('redo', decisions.redo);
  const step = (by: number) => Math.max(0, queue.index + by);
  const place = { index: queue.index, row: current, isElsewhere: false };
  const cursor = { ...place, set: queue.goTo, step, neighbour: () => undefined };
  const onMove = ({ id }: Reflection) => queue.goTo(id);
  useListKeys({ rows: queue.drafts, cursor, listRef, onMove, onOpen, enabled: reading });
  useSelectionKeys({ selecting: bulk.selecting, rows: queue.drafts, cursor, onMove, enabled: reading });
  return { decisions, work, act, end, bulk, together, buttons, group, toList };
}

type DraftKeys = ReturnType<typeof useDraftKeys>;

interface CurrentProps extends Pick<DraftsPaneProps, 'queue'> {
  deciding: DraftKeys;
  /** Unsaved edits. */
  edits: Drafts;
}

/** The keys to accept and to reject. */
const KEYS_OF_SELECTED = ['a', 'r'];

/** The current draft: to read, to edit, or beside the lesson it is to be merged into. */
function Current({ queue, deciding, edits }: CurrentProps) {
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
    <SelectedKeys value={deciding.bulk.selected.length > 0 ? KEYS_OF_SELECTED : []}>
      <DraftCard
        key={current.id}
        lesson={current}
        kept={edit && <KeptEdit draft={edit} onContinue={act.edit} onDiscard={discard} />}
        source={source}
        place={queue.index + 1}
        total={queue.total}
        act={act}
      />
    </SelectedKeys>
  );
}

interface RowsProps extends DraftsPaneProps {
  deciding: DraftKeys;
  edits: Drafts;
  /** The filters, in words. */
  filters: readonly string[];
}

/** The list of drafts, with the complete current draft beside it. */
function ListAndDraft({ queue, view, listRef, deciding, edits, filters }: RowsProps) {
  const { bulk } = deciding;
  const { selecting } = bulk;
  const lines = useMemo(() => particularLines(queue.drafts), [queue.drafts]);
  const headings = useGroupHeadings(queue, view.group, bulk.beginGroup);
  const mark = (id: string, range: boolean) => {
    selecting.onMark(id, range);
    queue.goTo(id);
    deciding.toList();
  };
  return (
    <div className="flex min-h-0 grow @3xl:flex-row flex-col">
      <div className="flex @3xl:max-h-none max-h-60 min-h-0 @3xl:w-[36%] @3xl:min-w-72 @3xl:max-w-110 shrink-0 flex-col border-line @3xl:border-r @3xl:border-b-0 border-b bg-surface">
        <LessonList
          label={words.list}
          rows={queue.drafts}
          hits={undefined}
          total={queue.total}
          listKey={queue.listKey}
          current={queue.index}
          edited={edits.edited}
          showProject={view.project === undefined && view.group !== 'project'}
          showState={false}
          stale={false}
          hasMore={queue.hasMore}
          listRef={listRef}
          lines={lines}
          headings={headings}
          marks={{ ...selecting, any: bulk.selected.length > 0, onMark: mark }}
          onMore={queue.readMore}
          onPick={({ id }) => queue.goTo(id)}
          onPoint={({ id }) => queue.goTo(id)}
        />
        <DraftBulkPane bulk={bulk} lines={lines} filters={filters} />
      </div>
      <article aria-label={words.draft} className="flex min-h-0 min-w-0 grow flex-col bg-reading">
        <Current queue={queue} deciding={deciding} edits={edits} />
      </article>
    </div>
  );
}

/** Instead of the list: it is loading, could not be loaded, or has nothing. */
function NoDrafts({
  queue,
  isFiltered,
  onFilter,
}: Pick<DraftsPaneProps, 'queue' | 'onFilter'> & { isFiltered: boolean }) {
  const { data: status } = useQuery(hostStatus(useClient()));
  if (queue.error) return <QueryFailure title={words.failed} query={{ error: queue.error, refetch: queue.retry }} />;
  if (!queue.ready) return <Loading text={words.loading} />;
  if (isFiltered)
    return (
      <p className="flex items-center gap-3 px-4 py-3 text-ink-2">
        {words.filteredOut} <Button onClick={() => void onFilter(NO_FILTERS)}>{words.showAll}</Button>
      </p>
    );
  if (queue.decided > 0) return <AllDone text={words.allDone} />;
  if (status?.counts.reflections === 0)
    return (
      <Message title={words.none} text={words.noLessons}>
        <WaysToAdd beside={BESIDE_SESSIONS} />
      </Message>
    );
  return <p className="px-4 py-3 text-ink-2">{words.none}</p>;
}

/** The drafts in the queue: decided one at a time, several selected ones at once, or all that filters list. */
export function DraftsPane(props: DraftsPaneProps) {
  const { queue, view, onFilter } = props;
  const deciding = useDraftKeys(props);
  usePlaceInLink(queue);
  const edits = useDrafts();
  const { pane, shown, close, toggle } = useFacets('drafts', deciding.toList, deciding.work !== null);
  const groupName = useGroupName();
  const nameOf = (group: DraftFilterName, value: string) =>
    groupName(group, { value, label: draftWord(group, value), count: 0 });
  const chips = draftFilters(view).map(({ group, value }) => ({
    key: `${group} ${value}`,
    label: nameOf(group, value),
    onRemove: () => {
      void onFilter(draftPatch(view, group, value, value));
      deciding.toList();
    },
  }));
  const isEmpty = queue.error !== null || !queue.ready || queue.total === 0;
  const isFiltered = chips.length > 0;
  const { group } = deciding;
  return (
    <>
      {(!isEmpty || isFiltered || shown) && (
        <DraftBar
          chips={chips}
          total={isEmpty ? 0 : queue.total}
          filtersShown={shown}
          onFilters={toggle}
          grouping={<GroupingMenu view={view} onChange={(patch) => void onFilter(patch)} />}
          group={group && view.group && { name: groupName(view.group, group), count: group.count }}
          acceptRef={deciding.buttons.accepted}
          rejectRef={deciding.buttons.rejected}
          onAccept={(at) => deciding.together('accepted', at)}
          onReject={(at) => deciding.together('rejected', at)}
        />
      )}
      <div className="relative flex min-h-0 grow">
        {shown && (
          <DraftFacetsPane view={view} paneRef={pane} onChange={(patch) => void onFilter(patch)} onClose={close} />
        )}
        <div className="@container flex min-h-0 min-w-0 grow flex-col">
          {isEmpty ? (
            <NoDrafts queue={queue} isFiltered={isFiltered} onFilter={onFilter} />
          ) : (
            <ListAndDraft {...props} deciding={deciding} edits={edits} filters={chips.map(({ label }) => label)} />
          )}
        </div>
      </div>
    </>
  );
}
