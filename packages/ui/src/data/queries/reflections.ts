import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client, InputOf, Reflection } from '@twicewise/contract';

const TOPIC = 'reflection';

/** A list of lessons; the input of `reflection.list` without its paging. */
export type LessonListInput = Omit<InputOf<'reflection.list'>, 'limit' | 'cursor' | 'withTotal' | 'text'>;
/** The filter of a list of lessons, without its order. */
export type LessonFilter = Omit<LessonListInput, 'sort' | 'groupBy'>;

/** The first page is small, so that it arrives quickly; later ones are large, because a change reads all of them again. */
const FIRST_PAGE = 100;
const NEXT_PAGE = 500;

/** Lessons by filter, in their order, page by page, with the total number of matches. */
export function lessonList(client: Client, list: LessonListInput) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'list', list],
    queryFn: ({ pageParam }) =>
      client.call('reflection.list', {
        ...list,
        limit: pageParam === null ? FIRST_PAGE : NEXT_PAGE,
        ...(pageParam === null ? { withTotal: true } : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** The number of lessons in a list with this filter. */
export function lessonCount(client: Client, filter: LessonFilter) {
  return queryOptions({
    queryKey: [TOPIC, 'count', filter],
    queryFn: async () => (await client.call('reflection.list', { ...filter, limit: 1, withTotal: true })).total ?? 0,
  });
}

/** One complete lesson. `known` is the lesson from the list, shown until the answer arrives. */
export function lesson(client: Client, id: string, known?: Reflection) {
  return queryOptions({
    queryKey: [TOPIC, 'one', id],
    queryFn: async () => (await client.call('reflection.get', { id })).reflection,
    ...(known ? { placeholderData: known } : {}),
  });
}
