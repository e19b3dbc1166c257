import { type QueryState, queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, InputOf, OutputOf } from '@twicewise/contract';

const TOPIC = 'reflection';

/** The input of `reflection.search`, without what all searches of this window share. */
export type LessonSearch = Omit<InputOf<'reflection.search'>, 'limit' | 'explain' | 'prefix'>;

/** More than a person reads; the answer says how many more there are. */
const MOST_HITS = 100;
/** As many as a large window shows at once. Each hit costs time to explain, send and parse. */
const HITS_IN_SIGHT = 40;
/** Milliseconds an answer is cached, short because each typed word leaves one behind. */
const KEPT_MS = 30_000;
/** Milliseconds before a question is asked again that the search by meaning has not answered in time; doubled each time. */
const AGAIN_MS = 500;
/** Most late answers in a row: until then, the host has the vector or has given up on the model. */
const MOST_LATE = 8;
/** The late answers in a row to each question, and when the last of them came. */
const lateness = new WeakMap<object, { count: number; at: number }>();

type Late = Pick<OutputOf<'reflection.search'>, 'late'>;

/** When to ask a question again; false for never. Called often between two answers. */
function nextAsked(query: object, { data, dataUpdatedAt, status }: QueryState<Late>): number | false {
  if (!data || data.late.length === 0) lateness.delete(query);
  if (!data || data.late.length === 0 || status === 'error') return false;
  const { count, at } = lateness.get(query) ?? { count: 0, at: 0 };
  const now = at === dataUpdatedAt ? count : count + 1;
  lateness.set(query, { count: now, at: dataUpdatedAt });
  return now < MOST_LATE && AGAIN_MS * 2 ** (now - 1);
}

/**
 * The lessons relevant to some words, each with the reasons: all that may be read, or those in sight. Null: nothing to search
 * for.
 */
export function lessonSearch(client: Client, search: LessonSearch | null, extent: 'all' | 'in sight') {
  const limit = extent === 'all' ? MOST_HITS : HITS_IN_SIGHT;
  return queryOptions({
    queryKey: [TOPIC, 'search', search, extent],
    queryFn: search
      ? () => client.call('reflection.search', { ...search, prefix: true, explain: true, limit })
      : skipToken,
    gcTime: KEPT_MS,
    refetchInterval: (query) => nextAsked(query, query.state),
  });
}

const MOST_SIMILAR = 5;

/** Lessons similar to this one, in its project or in all. */
export function similarLessons(client: Client, id: string, everywhere: boolean) {
  return queryOptions({
    queryKey: [TOPIC, 'similar', id, everywhere],
    queryFn: async () => (await client.call('reflection.similar', { id, everywhere, limit: MOST_SIMILAR })).hits,
    gcTime: KEPT_MS,
  });
}

/** The input of a brief. */
export type BriefRequest = Pick<InputOf<'memory.brief'>, 'task' | 'projectId' | 'budget'>;

/** The text that an agent would get; never logged. Null: there is no task yet. */
export function briefPreview(client: Client, request: BriefRequest | null) {
  return queryOptions({
    queryKey: [TOPIC, 'brief', request],
    queryFn: request ? () => client.call('memory.brief', { ...request, dryRun: true }) : skipToken,
    gcTime: KEPT_MS,
  });
}
