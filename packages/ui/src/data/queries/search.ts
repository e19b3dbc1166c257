import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, InputOf } from '@twicewise/contract';

const TOPIC = 'reflection';

/** What to search lessons for; the input of `reflection.search` without what every search of this window shares. */
export type LessonSearch = Omit<InputOf<'reflection.search'>, 'limit' | 'explain' | 'prefix'>;

/** More than anybody reads through; the answer says how many lie behind. */
const MOST_HITS = 100;
/** What a large window shows at once. Each hit costs time to explain, to send and to read. */
const HITS_IN_SIGHT = 40;
/** While typing, each word leaves an answer behind. */
const KEPT_MS = 30_000;

/** Lessons relevant to some words, each with why; all that are read, or those in sight. Null: nothing to search for. */
export function lessonSearch(client: Client, search: LessonSearch | null, extent: 'all' | 'in sight') {
  const limit = extent === 'all' ? MOST_HITS : HITS_IN_SIGHT;
  return queryOptions({
    queryKey: [TOPIC, 'search', search, extent],
    queryFn: search
      ? () => client.call('reflection.search', { ...search, prefix: true, explain: true, limit })
      : skipToken,
    gcTime: KEPT_MS,
  });
}

const MOST_SIMILAR = 5;

/** Lessons like this one, in its project or in all. */
export function similarLessons(client: Client, id: string, everywhere: boolean) {
  return queryOptions({
    queryKey: [TOPIC, 'similar', id, everywhere],
    queryFn: async () => (await client.call('reflection.similar', { id, everywhere, limit: MOST_SIMILAR })).hits,
    gcTime: KEPT_MS,
  });
}

/** What a brief is asked for. */
export type BriefRequest = Pick<InputOf<'memory.brief'>, 'task' | 'projectId' | 'budget'>;

/** The text an agent would get; never logged. Null: there is no task yet. */
export function briefPreview(client: Client, request: BriefRequest | null) {
  return queryOptions({
    queryKey: [TOPIC, 'brief', request],
    queryFn: request ? () => client.call('memory.brief', { ...request, dryRun: true }) : skipToken,
    gcTime: KEPT_MS,
  });
}
