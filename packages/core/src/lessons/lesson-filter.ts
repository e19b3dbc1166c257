import { type ParsedInputOf, reflectionState } from '@twicewise/contract';
import type { DocumentFilter, FILTER_MEMBERS } from '@twicewise/search';
import type { ReadableDb, ReflectionFilter } from '@twicewise/store';
import { findProjectIds, findSessionIds } from '../runtime/references.ts';

/** Filters of a list of lessons, as in the input. */
export type LessonListFilters = ParsedInputOf<'reflection.facets'>;

/** Turns one value or a list into a list. */
export function many<T extends string>(value: T | T[] | undefined): T[] | undefined {
  return typeof value === 'string' ? [value] : value;
}

/** One millisecond earlier. `until` is exclusive in the input but inclusive in the index. */
export function before(instant: string): string {
  return new Date(Date.parse(instant) - 1).toISOString();
}

/** Removes undefined fields. */
export function present<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as never;
}

/** The filters for the store, with references resolved to ids. */
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

/** A list without a state filter leaves out rejected lessons. */
const LISTED_STATES = reflectionState.options.filter((state) => state !== 'rejected');

/** Filters that lists and searches apply in the same way. Each adds its own scope. */
type ComparedFilters = Omit<LessonListFilters, 'projectId' | 'sessionId' | 'state' | 'deleted' | 'text'>;
/** The member of the index filter for each of these. A missing one is a type error. */
type Compared = { [K in keyof Required<ComparedFilters> as (typeof FILTER_MEMBERS)[K]]: unknown };

/** Converts these filters for the in-memory index. */
export function comparedFilter(filters: ComparedFilters): DocumentFilter {
  const { since, until } = filters;
  return present({
    outcomes: many(filters.outcome),
    kinds: many(filters.kind),
    failureCategories: many(filters.failureCategory),
    agents: many(filters.agent),
    sources: many(filters.source),
    sourceIds: many(filters.sourceId),
    rules: many(filters.rule),
    bands: many(filters.confidence),
    standings: many(filters.feedback),
    months: many(filters.month),
    tags: filters.tags,
    entityId: filters.entityId,
    minConfidence: filters.minConfidence,
    pinned: filters.pinned,
    since: since === undefined ? undefined : new Date(since).toISOString(),
    until: until === undefined ? undefined : before(until),
  } satisfies Compared);
}

/** Converts all filters of a list for the in-memory index, except `text`, which it does not have. */
export function indexedFilter(filters: LessonListFilters, db: ReadableDb): DocumentFilter {
  const { projectIds, sessionIds } = storedFilter(filters, db);
  return {
    ...comparedFilter(filters),
    ownStates: many(filters.state) ?? LISTED_STATES,
    inBin: filters.deleted === 'only',
    ...present({ projectIds, sessionIds }),
  };
}
