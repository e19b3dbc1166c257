import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isId } from '@twicewise/contract';
import { useCallback, useEffect, useState } from 'react';
import { readCauses } from '../../data/causes-view.ts';
import { isGone, useClient } from '../../data/client.ts';
import { readView, stringifySearch } from '../../data/lessons-view.ts';
import { isUnrecorded, type ListedSession } from '../../data/listed-sessions.ts';
import { episode as episodeQuery } from '../../data/queries/episodes.ts';
import type { Tab } from '../../data/sessions-view.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { useLoadSoon } from '../../elements/OnDemand/use-load-soon.ts';
import { FacetsFrame } from '../../groups/Facets/FacetsFrame.tsx';
import { NothingOpen } from '../../groups/NothingOpen/NothingOpen.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { TwoPanes } from '../../groups/TwoPanes/TwoPanes.tsx';
import { useCursor } from '../../lists/use-cursor.ts';
import { useFacets } from '../../lists/use-facets.ts';
import { useFocus } from '../../lists/use-focus.ts';
import { useListKeys } from '../../lists/use-list-keys.ts';
import { useIsWide, usePaneAction } from '../../lists/use-media.ts';
import { useOpenRow } from '../../lists/use-open-row.ts';
import { useSearchKeys } from '../../lists/use-search-keys.ts';
import { useSelection, useSelectionKeys } from '../../lists/use-selection.ts';
import { useLatest } from '../../lists/use-steps.ts';
import { useToEnd } from '../../lists/use-to-end.ts';
import { LateFirstSessions } from '../../panes/FirstRun/on-demand.tsx';
import { useAfterMany } from '../../panes/use-after-many.ts';
import { useAction } from '../../state/action-registry.tsx';
import { sessionRecord } from '../../strings/session-record.ts';
import { unrecorded } from '../../strings/unrecorded.ts';
import { strings } from '../../strings.ts';
import { LateSessionFacets, loadSessionFacets } from './facets-on-demand.ts';
import { GoneSession } from './GoneSession.tsx';
import { RecordPane } from './RecordPane.tsx';
import { SessionListPane } from './SessionListPane.tsx';
import type { SessionWays } from './session-ways.ts';
import { UnrecordedPane } from './UnrecordedPane.tsx';
import { type Session, useRecordActions, useRecordKeys } from './use-record-actions.ts';
import { useSessions } from './use-sessions.ts';
import { useSessionsView } from './use-sessions-view.ts';
import { useUnrecordedActions } from './use-unrecorded-actions.ts';

/** Whether a link can lead to a session: it may hold anything. */
const namesSession = (id: string | undefined) => id !== undefined && (isId('episode', id) || isId('session', id));

/** All state and actions of the screen, as one value for its parts. */
function useSessionsScreen() {
  const wide = useIsWide();
  const { view, change, step, choose, words } = useSessionsView();
  const list = useSessions(view);
  const cursor = useCursor(list, view.episode);
  const selecting = useSelection(list, cursor);
  const { refs, focusOn } = useFocus();
  const opened = useQuery({ ...episodeQuery(useClient(), view.episode ?? ''), enabled: namesSession(view.episode) });
  // A record read earlier may no longer exist, because its creation can be undone.
  const episode = isGone(opened.error) ? undefined : (opened.data ?? undefined);
  const episodeId = episode?.id;
  useEffect(() => {
    // A session that has an episode by now is shown by it.
    if (episodeId !== undefined && view.episode !== undefined && isId('session', view.episode))
      change({ episode: episodeId }, { replace: true });
  }, [episodeId, view.episode, change]);
  const settled = wide && view.episode === undefined && list.ready && !list.stale;
  useOpenRow({ settled, row: cursor.row, step });
  const row = cursor.row && !isUnrecorded(cursor.row) ? cursor.row : undefined;
  const current: Session | undefined = view.episode === undefined ? row : episode;
  const openId = view.episode ?? cursor.row?.id;
  // A session is named by its own id while it has no episode; of one that is not in the list that is known a moment later.
  const isNamedByItself = isId('session', openId ?? '') && (cursor.row?.id === openId || opened.data === null);
  const unrecordedId = current === undefined && isNamedByItself ? openId : undefined;

  const show = ({ id }: ListedSession) => {
    cursor.set(id);
    if (wide) step(id);
  };
  const pick = ({ id }: ListedSession) => {
    cursor.set(id);
    choose(id);
  };
  const open = (session: ListedSession) => {
    pick(session);
    focusOn('inspector');
  };
  const close = () => {
    // In a wide window the session stays open; "back" only moves the focus to the list.
    if (!wide) change({ episode: undefined });
    focusOn('list');
  };
  const onEmptied = async () => {
    focusOn('list');
    // The rows are read again first; otherwise one that is gone would be opened.
    await list.retry();
    change({ episode: undefined }, { replace: true });
  };
  const toRow = (id: string | undefined) => change({ episode: wide ? id : undefined }, { replace: true });
  const onLeft = useAfterMany({ list, cursor, openId: view.episode, toRow });
  const ways = { show, pick, open, close, onEmptied, onLeft };
  return {
    wide,
    view,
    change,
    words,
    list,
    cursor,
    selecting,
    refs,
    focusOn,
    opened,
    episode,
    current,
    unrecordedId,
    ...ways,
  };
}

type ScreenState = ReturnType<typeof useSessionsScreen>;

function useScreenKeys(screen: ScreenState) {
  const { wide, view, change, words, list, cursor, refs, focusOn, show, open, close } = screen;
  const listShown = wide || view.episode === undefined;
  // Rows of the previous list may still be shown for a moment; keys must not act on them.
  const movable = listShown && !list.stale;
  const { rows } = list;
  const toRow = (session: ListedSession) => {
    show(session);
    focusOn('list');
  };
  const { toEnd, onWay } = useToEnd(list, rows, toRow);
  useListKeys({ rows, cursor, listRef: refs.list, onMove: show, onOpen: open, enabled: movable, toEnd });
  useSelectionKeys({ selecting: screen.selecting, rows, cursor, onMove: toRow, enabled: movable });
  const onNothing = () => focusOn('way out');
  const onLeave = () => focusOn('list');
  useSearchKeys({
    words,
    list,
    rows,
    onMove: toRow,
    onOpen: open,
    onNothing,
    onLeave,
    refs,
    close,
    enabled: listShown,
  });
  const toggleBin = () => {
    change({ bin: view.bin ? undefined : true, episode: undefined });
    focusOn('list');
  };
  useAction('bin', toggleBin, true, view.bin ? strings.shortcuts.hint.leaveBin : true);
  useAction('filter', () => refs.field.current?.select(), listShown);
  usePaneAction(() => focusOn('list'));
  return onWay;
}

/** Whether the purge of this session was requested. Opening another session cancels the request. */
function usePurging(id: string | undefined): [boolean, (on: boolean) => void] {
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    // There is no session for a moment while one is loading.
    if (id !== undefined) setAsked((old) => (old === id ? old : null));
  }, [id]);
  return [asked !== null && asked === id, (on) => setAsked(on ? (id ?? null) : null)];
}

function useDeeds({ wide, view, change, cursor, selecting, focusOn, current, unrecordedId }: ScreenState) {
  const [correcting, setCorrecting] = useState(false);
  const [purging, setPurging] = usePurging(current?.id ?? unrecordedId);
  const next = cursor.neighbour();
  const setRow = cursor.set;
  const latest = useLatest(view);
  const onLeave = useCallback(() => {
    // Do nothing if the person has moved on.
    if (stringifySearch({ ...latest.current }) !== stringifySearch({ ...view })) return;
    if (next) setRow(next.id);
    change({ episode: wide ? next?.id : undefined }, { replace: true });
    focusOn('list');
  }, [next, setRow, latest, view, wide, change, focusOn]);
  const act = useRecordActions(current, onLeave);
  const listed = cursor.row?.id === unrecordedId ? (view.bin ?? false) : undefined;
  const unrecordedAct = useUnrecordedActions(unrecordedId, listed, onLeave);
  // In a narrow window the confirmation is behind the list.
  const toRecord = () => {
    const id = current?.id ?? unrecordedId;
    if (!wide && id !== undefined) change({ episode: id });
  };
  // The keys are those of the selected sessions while any are selected.
  const whyNone = unrecordedId === undefined ? strings.whyNot.noSession : unrecorded.whyNot;
  useRecordKeys({ session: current, act, unrecorded: unrecordedAct }, selecting.any ? false : whyNone, {
    onCorrect: () => {
      toRecord();
      setCorrecting(true);
    },
    onPurge: () => {
      toRecord();
      setPurging(true);
    },
  });
  const onPurge = (on: boolean) => {
    setPurging(on);
    if (!on) focusOn('list');
  };
  return { act, unrecordedAct, correcting: [correcting, setCorrecting] as const, purging: [purging, onPurge] as const };
}

function useWays(project: string | undefined, change: ScreenState['change']): SessionWays {
  const navigate = useNavigate();
  return {
    toLesson: (lesson) => void navigate({ to: '/lessons', search: readView({ project, lesson }) }),
    toLessonsOf: (session) => void navigate({ to: '/lessons', search: readView({ project, session }) }),
    toProject: (projectId) => change({ project: projectId }),
    toConnect: (session) => void navigate({ to: '/causes', search: readCauses({ project, ask: 'connect', session }) }),
  };
}

/** The open session in any state: none, loading, missing or loaded. */
function Opened({ screen }: { screen: ScreenState }) {
  const { wide, view, change, focusOn, opened, episode, unrecordedId, close } = screen;
  const { act, unrecordedAct, correcting, purging } = useDeeds(screen);
  const ways = useWays(view.project, change);
  const onTab = (tab: Tab) => change({ tab: tab === 'timeline' ? undefined : tab }, { replace: true });
  const onTurn = useCallback((turn: string) => change({ turn }, { replace: true }), [change]);
  const onItem = useCallback(() => {
    if (view.item !== undefined) change({ item: undefined }, { replace: true });
  }, [view.item, change]);
  const onBack = wide ? undefined : close;
  const onList = () => {
    change({ episode: undefined, tab: undefined });
    focusOn('list');
  };
  if (view.episode === undefined) return <NothingOpen text={sessionRecord.nothing} />;
  if (episode && act) {
    return (
      <RecordPane
        key={episode.id}
        episode={episode}
        tab={view.tab ?? 'timeline'}
        onTab={onTab}
        turnId={view.turn}
        onTurn={onTurn}
        item={view.item}
        onItem={onItem}
        act={act}
        correcting={correcting}
        purging={purging}
        ways={ways}
        onBack={onBack}
      />
    );
  }
  if (unrecordedId !== undefined) {
    return (
      <UnrecordedPane
        sessionId={unrecordedId}
        act={unrecordedAct}
        purging={purging}
        tab={view.tab}
        onTab={onTab}
        turnId={view.turn}
        onTurn={onTurn}
        ways={ways}
        onBack={onBack}
        onList={onList}
      />
    );
  }
  if (!namesSession(view.episode) || isGone(opened.error)) return <GoneSession id={view.episode} onList={onList} />;
  if (!opened.error) return <Loading text={sessionRecord.loading} />;
  return <QueryFailure title={sessionRecord.failed} query={opened} />;
}

function Panes({ screen }: { screen: ScreenState }) {
  const { wide, view, refs, focusOn } = screen;
  const onWay = useScreenKeys(screen);
  useLoadSoon(loadSessionFacets);
  const facets = useFacets('sessions', () => focusOn('list'));
  return (
    <TwoPanes
      wide={wide}
      isOpen={view.episode !== undefined}
      labels={[strings.rail.sessions, sessionRecord.label]}
      sectionRef={refs.section}
      openRef={refs.inspector}
      before={
        facets.shown && (
          <FacetsFrame paneRef={facets.pane} onClose={facets.close}>
            <LateSessionFacets view={view} change={screen.change} paneRef={facets.pane} />
          </FacetsFrame>
        )
      }
      list={
        <SessionListPane
          {...screen}
          onWay={onWay}
          current={screen.cursor.index}
          listRef={refs.list}
          fieldRef={refs.field}
          counts={[facets.shown, facets.toggle]}
          onPick={wide ? screen.pick : screen.open}
          onList={() => focusOn('list')}
          onEmptied={() => void screen.onEmptied()}
        />
      }
    >
      <Opened screen={screen} />
    </TwoPanes>
  );
}

/** Sessions: the list, and the record of the open session. */
export function SessionsScreen() {
  const screen = useSessionsScreen();
  const nothing = screen.list.ready && !screen.list.stale && screen.list.total === 0;
  // The first steps are shown only for a memory without any recorded session; the bin may still hold some, and a single project
  // may be empty.
  if (nothing && Object.keys(screen.view).length === 0) {
    return <LateFirstSessions onBin={() => screen.change({ bin: true })} />;
  }
  return <Panes screen={screen} />;
}
