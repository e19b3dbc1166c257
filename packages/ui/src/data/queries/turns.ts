import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

const TOPIC = 'turn';
/** Turns read at a time: as many as the host gives, because they are drawn as one strip. */
const PAGE = 500;
/** Characters of a text that are read and drawn at a time. */
export const TEXT_PAGE = 20_000;
/** The longest texts that are compared line by line, in UTF-16 units: what one answer holds. */
export const MOST_COMPARED = 262_144;

/** The turns of a session in their order, or those of them that are in the bin. */
export function turnsOfSession(client: Client, sessionId: string, deleted: 'exclude' | 'only' = 'exclude') {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'of session', sessionId, deleted],
    queryFn: ({ pageParam }) =>
      client.call('turn.list', {
        sessionId,
        deleted,
        order: 'oldest',
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** One turn, without the texts of its parts. */
export function turn(client: Client, id: string) {
  return queryOptions({
    queryKey: [TOPIC, 'one', id],
    queryFn: async () => (await client.call('turn.get', { id })).turn,
  });
}

/** Milliseconds a text is cached after it is closed: there may be a thousand of 100 KB. */
const KEPT_MS = 30_000;

/** The text of a part, page by page. A part never changes. */
export function partText(client: Client, id: string, part: number) {
  return infiniteQueryOptions({
    queryKey: [TOPIC, 'one', id, 'text', part],
    queryFn: ({ pageParam }) => client.call('turn.text', { id, part, from: pageParam, length: TEXT_PAGE }),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    gcTime: KEPT_MS,
  });
}

/** A part of a turn: its turn, and its place there. */
export interface PartPlace {
  id: string;
  part: number;
}

/** The texts of a part before and after, to be compared; null where one is longer than one answer. */
export function comparedTexts(client: Client, before: PartPlace, after: PartPlace) {
  return queryOptions({
    queryKey: [TOPIC, 'one', after.id, 'compared', after.part, before.id, before.part],
    queryFn: async () => {
      const [old, now] = await Promise.all(
        [before, after].map((place) => client.call('turn.text', { ...place, length: MOST_COMPARED })),
      );
      if (!old || !now || old.next !== null || now.next !== null) return null;
      return { before: old.text, after: now.text };
    },
    gcTime: KEPT_MS,
  });
}
