import { useQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { isGone, useClient } from '../../data/client.ts';
import { type LessonsView, stringifySearch } from '../../data/lessons-view.ts';
import { hostStatus } from '../../data/queries/host.ts';
import { lesson as lessonQuery } from '../../data/queries/reflections.ts';
import { useLoadSoon } from '../../elements/OnDemand/use-load-soon.ts';
import { FacetsFrame } from '../../groups/Facets/FacetsFrame.tsx';
import { TwoPanes } from '../../groups/TwoPanes/TwoPanes.tsx';
import type { FoundBy } from '../../groups/Why/shares.ts';
import { useCursor } from '../../lists/use-cursor.ts';
import { useFacets } from '../../lists/use-facets.ts';
import { useFocus } from '../../lists/use-focus.ts';
import { useListKeys } from '../../lists/use-list-keys.ts';
import { useIsWide, usePaneAction } from '../../lists/use-media.ts';
import { useOpenRow } from '../../lists/use-open-row.ts';
import { useSearchKeys } from '../../lists/use-search-keys.ts';
import { useSelection, useSelectionKeys } from '../../lists/use-selection.ts';
import { useToEnd } from '../../lists/use-to-end.ts';
import { LateFirstLessons } from '../../panes/FirstRun/on-demand.tsx';
import { useAfterMany } from '../../panes/use-after-many.ts';
import { useAction } from '../../state/action-registry.tsx';
import { useDrafts } from '../../state/drafts.tsx';
import { BLANK_LESSON, NEW } from '../../state/lesson-draft.ts';
import { strings } from '../../strings.ts';
import { LateLessonFacets, loadLessonFacets } from './filters-on-demand.ts';
import { InspectorPane } from './InspectorPane.tsx';
import { LessonListPane } from './LessonListPane.tsx';
import { useActions, useLessonActions } from './use-actions.ts';
import { useLessons } from './use-lessons.ts';
import { useView } from './use-view.ts';

/** The list and the inspector read a lesson independently; the newer answer counts for both. */
function newer(a: Reflection | undefined, b: Reflection | undefined): Reflection | undefined {
  return a && b ? (a.revision > b.revision ? a : b) : (b ?? a);
}

/** True when all rows of the list are here. */
function isWholeList({
  ready,
  stale,
  isReadingMore,
  heldBack,
  lessons,
  total,
}: ReturnType<typeof useLessons>): boolean {
  return ready && !stale && !isReadingMore && heldBack === null && lessons.length === total;
}

/** All state and actions of the screen, as one value for its parts. */
function useLessonsScreen() {
  const wide = useIsWide();
  const { view, change, step, choose, words } = useView();
  const list = useLessons(view, words);
  const cursor = useCursor({ ...list, rows: list.lessons }, view.lesson);
  const selecting = useSelection({ ...list, rows: list.lessons }, cursor);
  const drafts = useDrafts();
  const { refs, focusOn } = useFocus();

  const known = list.lessons.find(({ id }) => id === view.lesson);
  const opened = useQuery({
    ...lessonQuery(useClient(), view.lesson ?? '', known),
    enabled: view.lesson !== undefined,
  });
  // A lesson read earlier may no longer exist, because its creation can be undone.
  const lesson = isGone(opened.error) ? undefined : newer(known, opened.data);
  const isElsewhere = wide && lesson !== undefined && known === undefined && isWholeList(list);
  const settled = wide && view.lesson === undefined && !view.new && list.ready && !list.stale;
  useOpenRow({ settled, row: cursor.row, step });
  const current = view.new ? undefined : view.lesson === undefined ? cursor.row : lesson;

  const show = (lesson: Reflection) => {
    cursor.set(lesson.id);
    if (wide) step(lesson.id);
  };
  const pick = ({ id }: Reflection) => {
    cursor.set(id);
    choose(id);
  };
  const open = (lesson: Reflection) => {
    pick(lesson);
    focusOn('inspector');
  };
  const close = () => {
    // In a wide window the lesson stays open; "back" only moves the focus to the list.
    if (!wide) change({ lesson: undefined, new: undefined });
    focusOn('list');
  };
  const go = (id: string) => {
    choose(id);
    focusOn('inspector');
  };
  const toRow = (id: string | undefined) => change({ lesson: wide ? id : undefined }, { replace: true });
  const isEdited = view.lesson !== undefined && drafts.isOpen(view.lesson);
  const onLeft = useAfterMany({ list: { ...list, rows: list.lessons }, cursor, openId: view.lesson, toRow, isEdited });
  const acts = { show, pick, open, close, go, onLeft };
  return {
    wide,
    view,
    change,
    words,
    list,
    cursor,
    selecting,
    drafts,
    refs,
    focusOn,
    opened,
    lesson,
    isElsewhere,
    current,
    ...acts,
  };
}

/** True when a lesson, or the form for a new one, is open. */
const isSomethingOpen = (view: LessonsView) => view.lesson !== undefined || view.new === true;

type ScreenState = ReturnType<typeof useLessonsScreen>;

/** Where the focus is; after an edit it returns there. */
function placeOfKeys(): 'list' | 'inspector' {
  const at = document.activeElement;
  return !at || at === document.body || at.closest('[role="listbox"]') ? 'list' : 'inspector';
}

function useScreenActions(screen: ScreenState) {
  const { wide, change, cursor, drafts, focusOn, current, view } = screen;
  const { tidy } = drafts;
  const origin = useRef<'list' | 'inspector'>('inspector');
  const inForm = view.new ? NEW : view.lesson;
  useEffect(() => tidy(inForm), [tidy, inForm]);
  useAction('create', () => {
    drafts.open({ id: NEW, ...BLANK_LESSON });
    if (!view.new) change({ new: true, lesson: undefined, bin: undefined });
    focusOn('form');
  });
  const edit = (lesson: Reflection) => {
    drafts.open(lesson);
    origin.current = placeOfKeys();
    focusOn('form');
    if (view.lesson !== lesson.id) change({ lesson: lesson.id });
  };
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const onLeave = () => {
    // Do nothing if the person has moved on. The view is compared by content, because it is a new object when its link follows.
    if (stringifySearch({ ...latest.current }) !== stringifySearch({ ...view })) return;
    const next = cursor.neighbour();
    if (next) cursor.set(next.id);
    if (wide || !next) change({ lesson: next?.id }, { replace: true });
    else change({ lesson: undefined }, { replace: true });
    focusOn('list');
  };
  const act = useActions(current, { edit, onLeave, view });
  const editing = current !== undefined && current.deletedAt === null && drafts.isOpen(current.id);
  useLessonActions(current, act, editing || screen.selecting.any);
  // The form may already be open from earlier.
  const toForm = () => {
    origin.current = placeOfKeys();
    focusOn('form');
  };
  useAction('edit', toForm, editing);
  return { act, onEndEdit: () => focusOn(origin.current), inForm: editing || view.new === true };
}

function useScreenKeys(screen: ScreenState) {
  const { wide, view, change, words, list, cursor, refs, focusOn, show, open, close } = screen;
  const listShown = wide || !isSomethingOpen(view);
  // Rows of the previous list may still be shown for a moment; keys must not act on them.
  const movable = listShown && !list.stale;
  const { lessons } = list;
  const toRow = (lesson: Reflection) => {
    show(lesson);
    focusOn('list');
  };
  const { toEnd, onWay } = useToEnd(list, lessons, toRow);
  useListKeys({ rows: lessons, cursor, listRef: refs.list, onMove: show, onOpen: open, enabled: movable, toEnd });
  useSelectionKeys({ selecting: screen.selecting, rows: lessons, cursor, onMove: toRow, enabled: movable });
  const onLeave = () => focusOn('list');
  const onNothing = () => focusOn('way out');
  useSearchKeys({
    words,
    list,
    rows: lessons,
    onMove: toRow,
    onOpen: open,
    onNothing,
    onLeave,
    refs,
    close,
    enabled: listShown,
  });
  const toggleBin = () => {
    change({ bin: view.bin ? undefined : true, lesson: undefined });
    focusOn('list');
  };
  useAction('bin', toggleBin, true, view.bin ? strings.shortcuts.hint.leaveBin : true);
  useAction('filter', () => refs.field.current?.select(), listShown);
  usePaneAction(() => focusOn('list'));
  return onWay;
}

/** The open lesson as a hit of the search, if it is one. While the next answer is loading, the previous one counts. */
function foundBy({ list, lesson }: ScreenState): FoundBy | null {
  const hit = lesson && list.found?.hits.get(lesson.id);
  return hit && list.found ? { hit, terms: list.found.terms, total: list.total } : null;
}

function Panes({ screen }: { screen: ScreenState }) {
  const { wide, view, refs, focusOn } = screen;
  const { act, onEndEdit, inForm } = useScreenActions(screen);
  const [whyOpen, setWhyOpen] = useState(false);
  const onWay = useScreenKeys(screen);
  useLoadSoon(loadLessonFacets);
  const facets = useFacets('lessons', () => focusOn('list'), inForm);
  return (
    <TwoPanes
      wide={wide}
      isOpen={isSomethingOpen(view)}
      labels={[strings.rail.lessons, strings.inspector.label]}
      sectionRef={refs.section}
      openRef={refs.inspector}
      before={
        facets.shown && (
          <FacetsFrame paneRef={facets.pane} onClose={facets.close}>
            <LateLessonFacets view={view} change={screen.change} paneRef={facets.pane} />
          </FacetsFrame>
        )
      }
      list={
        <LessonListPane
          {...screen}
          onWay={onWay}
          listRef={refs.list}
          fieldRef={refs.field}
          counts={[facets.shown, facets.toggle]}
          onPick={wide ? screen.pick : screen.open}
          onList={() => focusOn('list')}
        />
      }
    >
      <InspectorPane
        {...screen}
        act={act}
        foundBy={foundBy(screen)}
        why={[whyOpen, () => setWhyOpen(!whyOpen)]}
        onGo={screen.go}
        onEndEdit={onEndEdit}
        onDiscard={() => focusOn('inspector')}
        toList={() => focusOn('list')}
        toLesson={() => focusOn('inspector')}
      />
    </TwoPanes>
  );
}

/** Lessons: the list, its filters, and the open lesson. */
export function LessonsScreen() {
  const screen = useLessonsScreen();
  const { data: status } = useQuery(hostStatus(useClient()));
  const nothing = screen.list.ready && !screen.list.stale && screen.list.total === 0;
  // The first steps are shown only for a memory without any lesson, whatever words are searched for; the bin may still hold some,
  // and a single project may be empty.
  const isWhole = Object.keys(screen.view).every((key) => key === 'q');
  if (nothing && status?.counts.reflections === 0 && isWhole) {
    return <LateFirstLessons onBin={() => screen.change({ bin: true, q: undefined })} />;
  }
  return <Panes screen={screen} />;
}
