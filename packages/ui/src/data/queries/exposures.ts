import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, OutputOf } from '@twicewise/contract';

const FIRST_PAGE = 5;
const NEXT_PAGE = 50;

/** The exposures of a lesson, newest first. Changes name the lesson, so those of other lessons are not read again. */
export function exposuresOf(client: Client, reflectionId: string) {
  return infiniteQueryOptions({
    queryKey: ['exposure', 'one', reflectionId],
    queryFn: ({ pageParam }) =>
      client.call('exposure.list', {
        reflectionId,
        ...(pageParam === null ? { limit: FIRST_PAGE } : { limit: NEXT_PAGE, cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

type Given = OutputOf<'memory.feedback'>;

/** The last verdict on a lesson given in this window; it exists only in the cache, because the host has no question for it. */
export function givenVerdict(reflectionId: string) {
  return queryOptions<Given>({
    queryKey: ['verdict', 'given', reflectionId],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
