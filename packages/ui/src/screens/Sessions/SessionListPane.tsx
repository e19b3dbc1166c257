import clsx from 'clsx';
import { Fragment, type ReactNode, type RefObject, useMemo } from 'react';
import { beginAlike } from '../../data/begin-alike.ts';
import { isUnrecorded, type ListedSession } from '../../data/listed-sessions.ts';
import { sessionChoices } from '../../data/session-facets.ts';
import {
  isSessionsNarrowed,
  NO_SESSION_FILTERS,
  patchSessions,
  type SessionsPatch,
  type SessionsView,
} from '../../data/sessions-view.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading, Message } from '../../elements/Message/Message.tsx';
import { FilterChip } from '../../groups/FilterBar/FilterChip.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { rowMarkOf, selectableRows } from '../../groups/RowList/marks.ts';
import { RowList } from '../../groups/RowList/RowList.tsx';
import { SessionFilters } from '../../groups/SessionList/SessionFilters.tsx';
import { SessionRow } from '../../groups/SessionList/SessionRow.tsx';
import { UnrecordedRow } from '../../groups/SessionList/UnrecordedRow.tsx';
import type { Selecting } from '../../lists/use-selection.ts';
import type { OnWay } from '../../lists/use-to-end.ts';
import { LateEmptyBin } from '../../panes/Purge/empty-bin-on-demand.ts';
import type { AfterMany } from '../../panes/use-after-many.ts';
import { useProjectName } from '../../state/chosen-project.tsx';
import { strings } from '../../strings.ts';
import { LateBulkSessions, useBulkSessionsSoon } from './bulk-on-demand.tsx';
import { type SessionRows, useSessions } from './use-sessions.ts';
import type { ChangeSessions } from './use-sessions-view.ts';

const words = strings.sessions;

interface ListPaneProps {
  view: SessionsView;
  change: ChangeSessions;
  words: { typed: string; type: (words: string) => void; pending: boolean };
  list: SessionRows;
  selecting: Selecting;
  /** Whether the end of the list is being gone to. */
  onWay: OnWay;
  /** The index of the row that keys act on, or -1. */
  current: number;
  listRef: RefObject<HTMLDivElement | null>;
  fieldRef: RefObject<HTMLInputElement | null>;
  /** Whether the filters with counts are shown, and a function that toggles them. */
  counts: readonly [boolean, () => void];
  onPick: (session: ListedSession) => void;
  /** Makes a session the current one; in a narrow window it is not opened. */
  show: (session: ListedSession) => void;
  /** Moves the focus to the list, once there is one. */
  onList: () => void;
  /** Called when a change of many has taken rows out of the list. */
  onLeft: AfterMany;
  /** Called when the bin has been emptied. */
  onEmptied: () => void;
}

const NO_VALUES = { values: [], more: false };
/** Filters that have no other control while the counts are closed. */
const ELSEWHERE = ['has', 'outcomeSource', 'author', 'happened'] as const;

/** The active filters as chips, which remove them. The project of the window is in its switcher. */
function Chips({ view, change }: Pick<ListPaneProps, 'view' | 'change'>) {
  const filters = ELSEWHERE.flatMap((facet) =>
    sessionChoices(view, facet, NO_VALUES).map((choice) => ({ ...choice, key: `${facet} ${choice.value}`, facet })),
  );
  const count = filters.length + (view.bin ? 1 : 0);
  if (count === 0) return null;
  const chip = (label: string, patch: SessionsPatch) => (
    <FilterChip label={label} isOnly={count === 1} onRemove={() => change(patch)} />
  );
  return (
    <div className="flex flex-wrap gap-1 px-3 pb-2">
      {view.bin && chip(strings.filters.inBin, { bin: undefined, episode: undefined })}
      {filters.map(({ key, facet, word, patch }) => (
        <Fragment key={key}>{chip(words.filter[facet](word), patch)}</Fragment>
      ))}
    </div>
  );
}

/** The total number of sessions; that more are being read. How many are loaded is of no use to a person: scrolling loads the others. */
function Summary({ list, view, onWay }: Pick<ListPaneProps, 'list' | 'view' | 'onWay'>) {
  const { rows, total, inBin, ready, isReadingMore } = list;
  const order = view.q === undefined ? inBin && strings.sort.lastDeleted : words.bestFirst;
  return (
    <div className="@container flex h-7 shrink-0 items-center border-line border-b px-3 text-ink-2 text-small">
      <p role="status" className="flex min-w-0 items-center gap-2">
        {ready && (
          <>
            {/* With no rows, the message says so. */}
            <span className={rows.length === 0 ? 'sr-only' : 'shrink-0'}>
              {inBin ? words.inBin(total) : words.total(total)}
            </span>
            {order && rows.length > 1 && <span className="shrink-0 text-ink-3">{order}</span>}
            {rows.length < total && (onWay || isReadingMore) && (
              <span className={clsx('truncate text-ink-3', order && '@max-[22rem]:hidden')}>
                {onWay ? strings.list.onWay[onWay] : strings.list.more}
              </span>
            )}
          </>
        )}
      </p>
    </div>
  );
}

/** True when words are searched for, and nothing else narrows the list. */
const isWordsAlone = (view: SessionsView) =>
  view.q !== undefined && !isSessionsNarrowed(patchSessions(view, { q: undefined }));

/** No session in the bin matches; an empty bin says so whatever filters it. */
function NoneInBin({
  project,
  empty,
  children,
}: {
  project: string | undefined;
  empty: ReactNode;
  children: ReactNode;
}) {
  const inBin = useSessions({ bin: true, ...(project ? { project } : {}) });
  if (!inBin.ready && !inBin.error) return null;
  return inBin.ready && inBin.total === 0 ? empty : children;
}

/** Shown when the list has no rows: why, and what to do, which ends in the list. */
function NoRows({ view, change, onList }: Pick<ListPaneProps, 'view' | 'change' | 'onList'>) {
  const wayOut = (label: string, patch: SessionsPatch) => (
    <Button
      data-way-out
      onClick={() => {
        change(patch);
        onList();
      }}
    >
      {label}
    </Button>
  );
  const { q } = view;
  const binEmpty = (
    <Message title={words.binEmpty} text={words.binEmptyHint}>
      {wayOut(words.toList, { bin: undefined })}
    </Message>
  );
  if (isSessionsNarrowed(view)) {
    const noMatch = (
      <Message title={view.bin ? words.noMatchInBin : isWordsAlone(view) ? words.noWords : words.noMatch}>
        {q !== undefined && wayOut(strings.list.clearSearch, { q: undefined })}
        {!isWordsAlone(view) && wayOut(strings.list.clearFilters, { ...NO_SESSION_FILTERS, q })}
      </Message>
    );
    if (!view.bin) return noMatch;
    return (
      <NoneInBin project={view.project} empty={binEmpty}>
        {noMatch}
      </NoneInBin>
    );
  }
  if (view.bin) return binEmpty;
  return (
    <Message title={view.project ? words.noneInProject : words.none}>
      {view.project && wayOut(strings.rail.allProjects, { project: undefined })}
    </Message>
  );
}

function Rows(props: ListPaneProps): ReactNode {
  const { view, list, current, listRef, onPick, show, selecting } = props;
  const nameOf = useProjectName();
  const alike = useMemo(
    () => beginAlike(list.rows.map((row) => nameOf(row.projectId, row.projectName))),
    [list.rows, nameOf],
  );
  if (list.error) return <QueryFailure title={words.failed} query={{ error: list.error, refetch: list.retry }} />;
  if (!list.ready) return <Loading text={words.loading} />;
  if (list.rows.length === 0) return <NoRows {...props} />;
  return (
    <RowList
      label={list.inBin ? words.binLabel : words.label}
      rows={list.rows}
      total={list.total}
      listKey={list.listKey}
      current={current}
      stale={list.stale || props.words.pending}
      hasMore={list.hasMore}
      listRef={listRef}
      onMore={list.readMore}
      name="session"
      {...selectableRows(selecting, { listRef, onPick, onPoint: show })}
      draw={(row, current) => {
        const name = nameOf(row.projectId, row.projectName);
        const place = {
          current,
          project: view.project === undefined ? name : null,
          differsAt: alike.get(name),
          sought: view.q ?? '',
          mark: rowMarkOf(selecting, row.id),
        };
        return isUnrecorded(row) ? <UnrecordedRow session={row} {...place} /> : <SessionRow episode={row} {...place} />;
      }}
    />
  );
}

/** The list of sessions with its filters. */
export function SessionListPane(props: ListPaneProps) {
  const { view, change, list, fieldRef } = props;
  useBulkSessionsSoon();
  return (
    <>
      <SessionFilters
        view={view}
        typed={props.words.typed}
        fieldRef={fieldRef}
        counts={props.counts}
        onType={props.words.type}
        onChange={change}
      />
      <Chips view={view} change={change} />
      <Summary list={list} view={view} onWay={props.onWay} />
      <Rows {...props} />
      {props.selecting.any && !list.stale && (
        <LateBulkSessions
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
          kind="session"
          narrowed={isSessionsNarrowed(view) || view.project !== undefined}
          onDone={props.onEmptied}
          onCancel={props.onList}
        />
      )}
    </>
  );
}
