import { useQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import clsx from 'clsx';
import type { ReactNode, RefObject } from 'react';
import { useClient } from '../../data/client.ts';
import {
  isNarrowed,
  isOneLetter,
  type LessonsView,
  lessonMeant,
  NO_FILTERS,
  orderOf,
  queryOfView,
  STATES,
  toFilter,
  type ViewPatch,
} from '../../data/lessons-view.ts';
import { lessonCount } from '../../data/queries/reflections.ts';
import { savedViews } from '../../data/queries/views.ts';
import { Loading, Message } from '../../elements/Message/Message.tsx';
import { ActiveFilters } from '../../groups/FilterBar/ActiveFilters.tsx';
import { FilterBar } from '../../groups/FilterBar/FilterBar.tsx';
import { SortMenu } from '../../groups/FilterBar/SortMenu.tsx';
import { KeptEdit } from '../../groups/LessonForm/KeptEdit.tsx';
import { LessonList } from '../../groups/LessonList/LessonList.tsx';
import type { RowTime } from '../../groups/LessonList/LessonRow.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import type { Cursor } from '../../lists/use-cursor.ts';
import type { Selecting } from '../../lists/use-selection.ts';
import type { OnWay } from '../../lists/use-to-end.ts';
import { LateEmptyBin } from '../../panes/Purge/empty-bin-on-demand.ts';
import type { AfterMany } from '../../panes/use-after-many.ts';
import { useActionRunner } from '../../state/action-registry.tsx';
import type { Drafts } from '../../state/drafts.tsx';
import { NEW } from '../../state/lesson-draft.ts';
import { whyNotSaved } from '../../state/save-view.ts';
import { search } from '../../strings/retrieval.ts';
import { strings } from '../../strings.ts';
import { LateBulkLessons, useBulkLessonsSoon } from './bulk-on-demand.tsx';
import { LateRecordChip } from './filters-on-demand.ts';
import type { Rows as ListedRows } from './rows.ts';
import { NoHits, SearchNotes } from './SearchNotes.tsx';
import { useListExport } from './use-list-export.ts';
import type { ChangeView, Words } from './use-view.ts';
import { WayOut } from './WayOut.tsx';

interface ListPaneProps {
  view: LessonsView;
  change: ChangeView;
  words: Words;
  list: ListedRows;
  cursor: Cursor<Reflection>;
  selecting: Selecting;
  /** Unsaved edits. */
  drafts: Drafts;
  /** Whether the end of the list is being gone to. */
  onWay: OnWay;
  listRef: RefObject<HTMLDivElement | null>;
  fieldRef: RefObject<HTMLInputElement | null>;
  counts: readonly [boolean, () => void];
  onPick: (lesson: Reflection) => void;
  /** Makes a lesson the current one; in a narrow window it is not opened. */
  show: (lesson: Reflection) => void;
  /** Called when a change of many has taken rows out of the list. */
  onLeft: AfterMany;
  /** Moves the focus to the list, once there is one. */
  onList: () => void;
}

function totalOf({ found, total, heldBack, inBin }: ListedRows): string {
  if (heldBack) return search.nothing(heldBack.words);
  if (found) return found.all ? search.withWeak(total) : search.found(total);
  return inBin ? strings.list.inBin(total) : strings.list.total(total);
}

/** The total number of lessons, and how many are loaded. */
function Summary({ list, view, change, onWay }: Pick<ListPaneProps, 'list' | 'view' | 'change' | 'onWay'>) {
  const { lessons, total, isReadingMore, ready, found, heldBack } = list;
  const part = found ? search.best : strings.list.showing;
  const isShort = isOneLetter(view);
  return (
    <div className="@container flex h-7 shrink-0 items-center justify-between gap-2 border-line border-b px-3 text-ink-2 text-small">
      <p role="status" className="flex min-w-0 items-center gap-2">
        {ready && (
          <>
            {/* With no rows, the message says so. */}
            <span className={lessons.length === 0 ? 'sr-only' : clsx(heldBack ? 'truncate' : 'shrink-0')}>
              {totalOf(list)}
            </span>
            {lessons.length > 0 && isShort && <span className="truncate text-ink-3">{strings.list.oneLetter}</span>}
            {lessons.length < total && !heldBack && !isShort && (
              // The total says more, so it gets the room where there is too little for both.
              <span className="truncate text-ink-3 @max-[22rem]:hidden">
                {onWay
                  ? strings.list.onWay[onWay]
                  : isReadingMore && !found
                    ? strings.list.more
                    : part(lessons.length, total)}
              </span>
            )}
          </>
        )}
      </p>
      {!found && !heldBack && lessons.length > 0 && <SortMenu view={view} onChange={change} />}
    </div>
  );
}

/** The time by which the list is sorted; when it came or was changed here is no time of a lesson. */
function timeOf(view: LessonsView): RowTime | null {
  const order = orderOf(view);
  if (order !== 'updated' && order !== 'stored') return 'createdAt';
  if (view.bin) return 'deletedAt';
  return order === 'updated' ? 'updatedAt' : null;
}

type NoRowsProps = Pick<ListPaneProps, 'view' | 'change' | 'onList'>;

function BinEmpty({ change, onList }: NoRowsProps) {
  return (
    <Message title={strings.list.binEmpty} text={strings.list.binEmptyHint}>
      <WayOut label={strings.list.leaveBin} patch={{ bin: undefined }} onChange={change} onList={onList} />
    </Message>
  );
}

/** No lesson in the bin matches; an empty bin says so whatever filters it. */
function NoneInBin({ children, ...ways }: NoRowsProps & { children: ReactNode }) {
  const { project } = ways.view;
  // Rejected ones too, which are counted only when they are asked for.
  const all: LessonsView = { bin: true, state: STATES, ...(project ? { project } : {}) };
  const inBin = useQuery(lessonCount(useClient(), toFilter(all)));
  if (inBin.isPending) return null;
  return inBin.data === 0 ? <BinEmpty {...ways} /> : children;
}

/** Shown when the list has no rows: why, and what to do, which ends in the list. */
function NoRows({ view, change, onList }: NoRowsProps) {
  const wayOut = (label: string, patch: ViewPatch) => (
    <WayOut label={label} patch={patch} onChange={change} onList={onList} />
  );
  if (lessonMeant(view)) {
    return (
      <Message title={strings.list.noSuchId} text={strings.list.noSuchIdHint}>
        {wayOut(strings.list.clearSearch, { q: undefined })}
      </Message>
    );
  }
  // Words that were too short to search for are no filter, and stay.
  const { q, weak: _weak, ...beside } = view;
  if (isNarrowed(beside)) {
    const clear = wayOut(strings.list.clearFilters, { ...NO_FILTERS, q });
    if (!view.bin) return <Message title={strings.list.noMatch}>{clear}</Message>;
    return (
      <NoneInBin {...{ view, change, onList }}>
        <Message title={strings.list.noMatchInBin}>{clear}</Message>
      </NoneInBin>
    );
  }
  if (!view.bin) {
    return (
      <Message title={view.project ? strings.list.noneInProject : strings.list.none}>
        {view.project && wayOut(strings.rail.allProjects, { project: undefined })}
      </Message>
    );
  }
  return <BinEmpty {...{ view, change, onList }} />;
}

function listLabel({ found, inBin }: ListedRows): string {
  if (found) return search.hits;
  return inBin ? strings.list.binLabel : strings.list.label;
}

function Rows({
  view,
  change,
  words,
  list,
  cursor,
  drafts,
  listRef,
  onPick,
  show,
  onList,
  selecting,
}: ListPaneProps): ReactNode {
  if (list.error) {
    const title = view.q ? search.failed : strings.list.failed;
    return <QueryFailure title={title} query={{ error: list.error, refetch: list.retry }} />;
  }
  if (!list.ready) return <Loading text={strings.list.loading} />;
  if (list.lessons.length === 0) {
    if (list.found) return <NoHits found={list.found} view={view} onChange={change} onList={onList} />;
    return <NoRows view={view} change={change} onList={onList} />;
  }
  return (
    <LessonList
      label={listLabel(list)}
      rows={list.lessons}
      hits={list.found?.hits}
      total={list.total}
      listKey={list.listKey}
      current={view.new ? -1 : cursor.index}
      edited={drafts.edited}
      showProject={view.project === undefined}
      time={list.found && !list.inBin ? 'createdAt' : timeOf(view)}
      stale={list.stale || words.pending}
      hasMore={list.hasMore}
      listRef={listRef}
      onMore={list.readMore}
      onPick={onPick}
      onPoint={show}
      marks={selecting}
    />
  );
}

/** The list with its filters. */
export function LessonListPane(props: ListPaneProps) {
  const { view, change, words, list, fieldRef, drafts } = props;
  const { run } = useActionRunner();
  const unsaved = drafts.edited.has(NEW) ? drafts.get(NEW) : undefined;
  useBulkLessonsSoon();
  useListExport(view, list, props.selecting.any);
  const { data: saved = [] } = useQuery(savedViews(useClient()));
  const canSave = whyNotSaved({ screen: 'lessons', query: queryOfView(view) }, saved) === null;
  return (
    <>
      <FilterBar
        view={view}
        words={words.typed}
        fieldRef={fieldRef}
        onWords={words.type}
        onNew={() => run('create')}
        onChange={change}
        counts={props.counts}
      />
      <ActiveFilters
        view={view}
        RecordChip={LateRecordChip}
        onChange={change}
        onSave={canSave ? () => run('saveView') : null}
      />
      {unsaved && !view.new && (
        <KeptEdit
          className="border-t px-3"
          label={strings.form.keptNew}
          keys="n"
          draft={unsaved}
          onContinue={() => run('create')}
          onDiscard={() => {
            drafts.drop(NEW);
            props.onList();
          }}
        />
      )}
      <Summary list={list} view={view} change={change} onWay={props.onWay} />
      <Rows {...props} />
      {props.selecting.any && !list.stale && (
        <LateBulkLessons
          key={list.listKey}
          view={view}
          list={list}
          selecting={props.selecting}
          onList={props.onList}
          onLeft={props.onLeft}
        />
      )}
      {view.bin && list.inBin && !props.selecting.any && list.ready && list.total > 0 && (
        <LateEmptyBin
          kind="reflection"
          narrowed={isNarrowed(view) || view.project !== undefined}
          onDone={props.onList}
          onCancel={props.onList}
        />
      )}
      {list.found && list.lessons.length > 0 && <SearchNotes found={list.found} onChange={change} />}
    </>
  );
}
