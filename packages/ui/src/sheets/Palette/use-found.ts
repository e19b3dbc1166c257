import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchHit } from '@twicewise/contract';
import { useState } from 'react';
import { failureOf, isGone, useClient } from '../../data/client.ts';
import { lessonMeant, toSearch } from '../../data/lessons-view.ts';
import { nextQuestion } from '../../data/next-question.ts';
import { lesson as lessonQuery } from '../../data/queries/reflections.ts';
import { lessonSearch } from '../../data/queries/search.ts';
import { strings } from '../../strings.ts';

const words = strings.palette;

/** The lessons that match what was typed. */
export interface FoundLessons {
  /** One lesson by its id, or the hits of a search. */
  lessons: readonly SearchHit['reflection'][];
  total: number;
  /** True when they match what was typed before and the answer is pending. */
  stale: boolean;
  /** The status text, which also counts the other results that are listed. */
  status: (others: number) => string;
  trouble: string | null;
}

const NOTHING: readonly never[] = [];

/** The lesson whose id or link was pasted, in any project. */
function useNamed(typed: string): FoundLessons | null {
  const id = lessonMeant({ q: typed });
  const { data, error } = useQuery({ ...lessonQuery(useClient(), id ?? ''), enabled: id !== null });
  if (id === null) return null;
  const none = isGone(error);
  const lessons = data && !none ? [data] : NOTHING;
  return {
    lessons,
    total: lessons.length,
    stale: !data && !error,
    status: (others) => {
      if (none) return words.noSuchId;
      if (data) return words.results(lessons.length, others);
      return error ? '' : words.searching;
    },
    trouble: error && !none ? words.failed(failureOf(error).hint) : null,
  };
}

/** The hits of a search during typing: one question at a time, and only the newest answer counts. */
function useHits(typed: string): FoundLessons {
  const [asked, setAsked] = useState('');
  const search = toSearch({ q: asked });
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...lessonSearch(useClient(), search, 'in sight'),
    ...(search ? { placeholderData: keepPreviousData } : {}),
  });
  // During rendering, because an effect could still see the pending state of the previous key.
  const next = nextQuestion(typed, asked, isFetching);
  if (next !== asked) setAsked(next);
  const stale = asked !== typed || (search !== null && (isPlaceholderData || (!data && !error)));
  const hits = search && typed !== '' ? (data?.hits ?? NOTHING) : NOTHING;
  const total = hits.length + (hits.length > 0 ? (data ? data.omitted.beyondLimit + data.tooLong.length : 0) : 0);
  const status = (others: number) => {
    if (typed.trim() === '' || error) return '';
    if (stale) return words.searching;
    if (!search) return words.oneLetter;
    return total + others > 0 ? words.results(total, others) : words.nothing(typed.trim());
  };
  const lessons = hits.map(({ reflection }) => reflection);
  return { lessons, total, stale, status, trouble: error ? words.failed(failureOf(error).hint) : null };
}

/** The lessons for what was typed: the one with that id, otherwise those relevant to the words. */
export function useFound(typed: string): FoundLessons {
  const named = useNamed(typed);
  const hits = useHits(named ? '' : typed);
  return named ?? hits;
}
