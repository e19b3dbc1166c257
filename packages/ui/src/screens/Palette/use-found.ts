import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SearchHit } from '@twicewise/contract';
import { useState } from 'react';
import { failureOf, isGone, useClient } from '../../data/client.ts';
import { lessonMeant, toSearch } from '../../data/lessons-view.ts';
import { lesson as lessonQuery } from '../../data/queries/reflections.ts';
import { lessonSearch } from '../../data/queries/search.ts';
import { strings } from '../../strings.ts';
import { nextQuestion } from '../Lessons/asking.ts';

const words = strings.palette;

/** The lessons that answer what was typed. */
export interface FoundLessons {
  /** One by its id, or hits of a search. */
  lessons: readonly SearchHit['reflection'][];
  total: number;
  /** They answer what was typed before; the answer is on its way. */
  stale: boolean;
  /** What is to be said about it, with what else was found or not. */
  status: (others: number) => string;
  trouble: string | null;
}

const NOTHING: readonly never[] = [];

/** The lesson whose id or link was pasted, wherever it is. */
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
    status: () => (none ? words.noSuchId : data || error ? '' : words.searching),
    trouble: error && !none ? words.failed(failureOf(error).hint) : null,
  };
}

/** Hits of a search while typing: one question at a time, and only the newest answer counts. */
function useHits(typed: string): FoundLessons {
  const [asked, setAsked] = useState('');
  const search = toSearch({ q: asked });
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...lessonSearch(useClient(), search, 'in sight'),
    ...(search ? { placeholderData: keepPreviousData } : {}),
  });
  // While drawing: an effect could still go by what was on its way a key ago.
  const next = nextQuestion(typed, asked, isFetching);
  if (next !== asked) setAsked(next);
  const stale = asked !== typed || (search !== null && (isPlaceholderData || (!data && !error)));
  const hits = search && typed !== '' ? (data?.hits ?? NOTHING) : NOTHING;
  const total = hits.length + (hits.length > 0 ? (data ? data.omitted.beyondLimit + data.tooLong.length : 0) : 0);
  const status = (others: number) => {
    if (typed.trim() === '' || error) return '';
    if (stale) return words.searching;
    if (!search) return words.oneLetter;
    if (total > 0) return words.lessons(total);
    return others > 0 ? words.noLessons : words.nothing(typed.trim());
  };
  const lessons = hits.map(({ reflection }) => reflection);
  return { lessons, total, stale, status, trouble: error ? words.failed(failureOf(error).hint) : null };
}

/** The lessons that what was typed means: the one whose id it is, else those that are relevant to it. */
export function useFound(typed: string): FoundLessons {
  const named = useNamed(typed);
  const hits = useHits(named ? '' : typed);
  return named ?? hits;
}
