import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '@twicewise/contract';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isGone, useClient } from '../../data/client.ts';
import { type LessonsView, lessonMeant, toList, toSearch } from '../../data/lessons-view.ts';
import { itemsOf } from '../../data/pages.ts';
import { lessonList, lesson as lessonQuery } from '../../data/queries/reflections.ts';
import { lessonSearch } from '../../data/queries/search.ts';
import { heldOver, type Rows } from './rows.ts';
import { spokenTerms } from './spoken.ts';
import type { Words } from './use-view.ts';

/** Milliseconds after which a slow question no longer delays the next one: ten times the usual time for 100,000 lessons. */
const PATIENCE_MS = 500;

const NO_MORE = { hasMore: false, isReadingMore: false, hasFailed: false, readMore: () => {}, heldBack: null };

/** The lessons in the order of the list, as far as they have been read. */
function useListed(view: LessonsView, enabled: boolean): Rows {
  const asked = toList(view);
  const query = useInfiniteQuery({ ...lessonList(useClient(), asked), enabled });
  const { data, fetchNextPage, isFetchingNextPage } = query;

  const lessons = useMemo(() => itemsOf(data?.pages ?? []), [data]);
  const readMore = useCallback(() => {
    if (!isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, isFetchingNextPage]);

  return {
    lessons,
    inBin: view.bin ?? false,
    listKey: JSON.stringify(asked),
    total: data?.pages[0]?.total ?? lessons.length,
    ready: data !== undefined,
    stale: false,
    // A failed refresh must not hide the rows that can still be read.
    error: data === undefined ? query.error : null,
    hasMore: query.hasNextPage,
    isReadingMore: isFetchingNextPage,
    hasFailed: query.isFetchNextPageError,
    readMore,
    retry: () => query.refetch(),
    found: null,
    heldBack: null,
  };
}

/** What the answer says besides its hits. A word that the hits have in another spelling counts as found. */
function accountOf({ hits, query, omitted, late, rankers }: OutputOf<'reflection.search'>, words: string) {
  const matched = new Set(hits.flatMap(({ why }) => why?.terms.map((term) => term.query) ?? []));
  return {
    terms: spokenTerms(query.terms, words),
    unknown: query.unknown.filter((word) => !matched.has(word)),
    cut: query.cut,
    weak: omitted.belowThreshold,
    isMeaningLate: late.length > 0,
    isByMeaning: rankers.includes('vector'),
  };
}

/**
 * The lessons that match the words of the view, most relevant first. The visible ones are requested at once; the others only when
 * typing has paused and everything typed is answered, so that no question waits for them.
 */
function useSearched(view: LessonsView, resting: boolean): Rows {
  const search = toSearch(view);
  const client = useClient();
  const inSight = useQuery(lessonSearch(client, search, 'in sight'));
  const beyond = inSight.data?.omitted.beyondLimit ?? 0;
  const whole = useQuery({ ...lessonSearch(client, search, 'all'), enabled: beyond > 0 && resting });
  const { error, refetch } = inSight;
  const data = whole.data ?? inSight.data;
  const lessons = useMemo(() => data?.hits.map(({ reflection }) => reflection) ?? [], [data]);
  const hits = useMemo(() => new Map(data?.hits.map((hit) => [hit.reflection.id, hit])), [data]);
  const words = search?.taskDescription ?? '';
  const all = view.weak ?? false;
  const found = useMemo(() => data && { words, all, hits, ...accountOf(data, words) }, [data, hits, words, all]);
  return {
    lessons,
    inBin: view.bin ?? false,
    listKey: JSON.stringify(search),
    total: lessons.length + (data ? data.omitted.beyondLimit + data.tooLong.length : 0),
    ready: data !== undefined,
    stale: false,
    error: data === undefined ? error : null,
    ...NO_MORE,
    isReadingMore: whole.isFetching,
    retry: refetch,
    found: found ?? null,
  };
}

/** The lesson whose id was typed, in any project and also in the bin; no rows when it does not exist. */
function useNamed(view: LessonsView): Rows {
  const id = lessonMeant(view);
  const query = useQuery({ ...lessonQuery(useClient(), id ?? ''), enabled: id !== null });
  const { data, error } = query;
  const none = isGone(error);
  const lessons = useMemo(() => (data && !none ? [data] : []), [data, none]);
  return {
    lessons,
    inBin: false,
    listKey: id ?? '',
    total: lessons.length,
    ready: data !== undefined || none,
    stale: false,
    error: none || data !== undefined ? null : error,
    ...NO_MORE,
    retry: () => query.refetch(),
    found: null,
  };
}

/** True once the answer to this question has taken so long that the next question need not wait for it. */
function useOverdue(waiting: boolean, question: string): boolean {
  const [overdue, setOverdue] = useState<string | null>(null);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setOverdue(question), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [waiting, question]);
  return overdue === question;
}

/** The lessons of the view: by date, by relevance when it has words, or the one whose id was typed. */
export function useLessons(view: LessonsView, { typing, pending, setAnswering }: Words): Rows {
  const searching = toSearch(view) !== null;
  const naming = lessonMeant(view) !== null;
  const listed = useListed(view, !searching && !naming);
  const searched = useSearched(view, !typing && !pending);
  const named = useNamed(view);
  const now = naming ? named : searching ? searched : listed;
  const last = useRef<Rows | null>(null);
  const waiting = (!now.ready && now.error === null) || (searching && now.isReadingMore);
  const overdue = useOverdue(waiting, now.listKey);
  const shown = heldOver(last.current, now, typing);
  // A layout effect, so that a key pressed right after this render knows that a question is pending.
  useLayoutEffect(() => {
    if (shown === now && now.ready) last.current = now;
    setAnswering(waiting && !overdue);
  });
  return shown;
}
