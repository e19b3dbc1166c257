import { type ParsedInputOf, reflectionState } from '@twicewise/contract';
import type { DocumentFilter, FILTER_MEMBERS } from '@twicewise/search';
import type { ReadableDb, ReflectionFilter } from '@twicewise/store';
import { findProjectIds, findSessionIds } from '../runtime/references.ts';

/** Filters of a list of lessons as they come in. */
export type LessonListFilters = ParsedInputOf<'reflection.facets'>;

/** One value or several, as a list. */
export function many<T extends string>(value: T | T[] | undefined): T[] | undefined {
  return typeof value === 'string' ? [value] : value;
}

/** One millisecond earlier: `until` leaves its own instant out, the index counts it in. */
export function before(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString();
}

/** What is given. */
export function present<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never;
}

/** The filters for the store: references have become ids. */
export function storedFilter(
  { projectId, sessionId, ...filters }: LessonListFilters,
  db: ReadableDb,
): ReflectionFilter {
  return {
    ...filters,
    ...(projectId === undefined ? {} : { projectIds: findProjectIds(db, projectId) }),
    ...(sessionId === undefined ? {} : { sessionIds: findSessionIds(db, sessionId) }),
  };
}

/** Without a filter by state a list leaves out what was rejected. */
const LISTED_STATES = reflectionState.options.filter((state) => state !== 'rejected');

/** Filters that a list and a search compare alike; which lessons they look through each says itself. */
type ComparedFilters = Omit<LessonListFilters, 'projectId' | 'sessionId' | 'state' | 'deleted' | 'text'>;
/** Names them for the index; one that were missing would not compile. */
type Compared = { [K in keyof Required<ComparedFilters> as (typeof FILTER_MEMBERS)[K]]: unknown };

/** Those filters for the index in memory. */
export function comparedFilter(filters: ComparedFilters): DocumentFilter {
  const { since, until } = filters;
  return present({
    outcomes: many(filters.outcome),
    kinds: many(filters.kind),
    failureCategories: many(filters.failureCategory),
    agents: many(filters.agent),
    sources: many(filters.source),
    bands: many(filters.confidence),
    months: many(filters.month),
    tags: filters.tags,
    entityId: filters.entityId,
    minConfidence: filters.minConfidence,
    pinned: filters.pinned,
    since: since === undefined ? undefined : new Date(since).toISOString(),
    until: until === undefined ? undefined : before(until),
  } satisfies Compared);
}

/** The filters of a list for the index in memory, which knows all of them but `text`. */
export function indexedFilter(filters: LessonListFilters, db: ReadableDb): DocumentFilter {
  const { projectIds, sessionIds } = storedFilter(filters, db);
  return {
    ...comparedFilter(filters),
    ownStates: many(filters.state) ?? LISTED_STATES,
    inBin: filters.deleted === 'only',
    ...present({ projectIds, sessionIds }),
  };
}
