import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client, InputOf, OutputOf, Reflection } from '@twicewise/contract';

const TOPIC = 'reflection';

/** A list of lessons; the input of `reflection.list` without its paging. */
export type LessonListInput = Omit<InputOf<'reflection.list'>, 'limit' | 'cursor' | 'withTotal' | 'text'>;
/** Which lessons a list shows, whatever their order. */
export type LessonFilter = Omit<LessonListInput, 'sort'>;

/** The first page is small, to be there at once; later ones are large, because a change asks for all of them again. */
const FIRST_PAGE = 100;
const NEXT_PAGE = 500;

/** Lessons by filter, in their order, page by page, with the number of matches in all. */
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

/** The lessons of all pages that were read. A row may move to another page between two reads; each is there once. */
export function lessonsOf(pages: readonly OutputOf<'reflection.list'>[]): Reflection[] {
  const byId = new Map<string, Reflection>();
  for (const { items } of pages) for (const item of items) byId.set(item.id, item);
  return [...byId.values()];
}

/** How many lessons a list with this filter has. */
export function lessonCount(client: Client, filter: LessonFilter) {
  return queryOptions({
    queryKey: [TOPIC, 'count', filter],
    queryFn: async () => (await client.call('reflection.list', { ...filter, limit: 1, withTotal: true })).total ?? 0,
  });
}

/** One lesson, complete. `known` is what the list already has of it, shown until the answer is here. */
export function lesson(client: Client, id: string, known?: Reflection) {
  return queryOptions({
    queryKey: [TOPIC, 'one', id],
    queryFn: async () => (await client.call('reflection.get', { id })).reflection,
    ...(known ? { placeholderData: known } : {}),
  });
}
