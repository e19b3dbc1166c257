import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, OutputOf } from '@twicewise/contract';

const FIRST_PAGE = 5;
const NEXT_PAGE = 50;

/** Times that a lesson was shown to an agent, the newest first. Changes name the lesson, so others are spared. */
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

/** The verdict that this window gave last on a lesson: an answer that is kept, because nothing can be asked for it. */
export function givenVerdict(reflectionId: string) {
  return queryOptions<Given>({
    queryKey: ['verdict', 'given', reflectionId],
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
