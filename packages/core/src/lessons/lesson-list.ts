import {
  type LessonGrouping,
  type LessonOrder,
  type OutputOf,
  type ParsedInputOf,
  textBytes,
} from '@twicewise/contract';
import { inOrder, type Place, passing } from '@twicewise/search';
import {
  type CursorKind,
  countReflections,
  decodeCursor,
  findOldestReflections,
  findReflections,
  getReflection,
  toPage,
} from '@twicewise/store';
import type { TaskContext } from '../runtime/handler.ts';
import type { Services } from '../runtime/services.ts';
import { withText } from '../runtime/text-filter.ts';
import { indexedFilter, type LessonListFilters, storedFilter } from './lesson-filter.ts';
import { GROUP_KEY, type GroupKey, groupKeyOf, LessonGroups } from './lesson-groups.ts';
import { LESSONS } from './lesson-index.ts';

type Listed = OutputOf<'reflection.list'>;

/** A cursor is valid only for the order it was made for, and the grouping. */
function kindOf(order: LessonOrder, groupBy: LessonGrouping | undefined): CursorKind {
  if (groupBy === undefined) return [`lessons ${order}`, 'number', 'number', 'number'];
  return [`lessons by ${groupBy} ${order}`, 'number', 'number', 'number', ...GROUP_KEY];
}

interface Paging {
  order: LessonOrder;
  groupBy: LessonGrouping | undefined;
  limit: number;
  cursor: string | undefined;
  withTotal: boolean;
}

/** The end of the page before: its place in the order, and the key of its group. */
function endOf({ cursor, order, groupBy }: Paging): { after: Place | null; group: GroupKey | null } {
  const parts = decodeCursor(cursor, kindOf(order, groupBy));
  if (!parts) return { after: null, group: null };
  const [score, createdAt, seq, ...key] = parts;
  const after = { score: Number(score), createdAt: Number(createdAt), seq: Number(seq) };
  return { after, group: groupBy === undefined ? null : groupKeyOf(key) };
}

/** Lists in orders for which the store has no index, and in groups, using the columns of the search index. */
async function listInMemory(filters: LessonListFilters, paging: Paging, services: Services): Promise<Listed> {
  const { order, groupBy, limit, withTotal } = paging;
  const { after, group } = endOf(paging);
  const { table } = await services.index(LESSONS);
  const filter = indexedFilter(filters, services.db());
  const seqs = () => {
    const passes = table.predicate(filter);
    return Array.from({ length: table.slotCount }, (_, slot) => slot)
      .filter(passes)
      .map((slot) => table.seqOf(slot));
  };
  const hasText = await withText(services, filters.text, seqs);
  const passes = passing(table, table.predicate(filter), hasText);
  const db = services.db();
  const groups = groupBy === undefined ? null : new LessonGroups(groupBy, table, db);
  const grouping = groups?.after(group);
  const { lessons, total, counts } = inOrder(table, passes, { order, after, limit: limit + 1, grouping });
  const page = toPage(
    lessons,
    limit,
    kindOf(order, groupBy),
    ({ score, createdAt, seq, slot }) => [score, createdAt, seq, ...(groups?.keyOf(slot) ?? [])],
    ({ id, slot }) => ({ slot, lesson: getReflection(db, id) }),
    (_, { lesson }) => textBytes(lesson),
  );
  const listed = page.items.flatMap(({ slot, lesson }) => (lesson ? [{ slot, lesson }] : []));
  return {
    items: listed.map(({ lesson }) => lesson),
    nextCursor: page.nextCursor,
    total: withTotal ? total : null,
    ...(groups ? { groups: groups.among(listed, counts) } : {}),
  };
}

/** Implements `reflection.list`. */
export async function listLessons(input: ParsedInputOf<'reflection.list'>, { services }: TaskContext): Promise<Listed> {
  const { limit, cursor, withTotal, sort, groupBy, ...filters } = input;
  const isByCreation = sort === 'newest' || sort === 'oldest';
  // The bin has no database index: it is usually small, and each index would cost every deletion a page write. The index of imports
  // has no order: each page would sort a whole import.
  const isOrdered = isByCreation && filters.deleted !== 'only' && filters.sourceId === undefined;
  if (!isOrdered || groupBy !== undefined) {
    return listInMemory(filters, { order: sort, groupBy, limit, cursor, withTotal }, services);
  }
  const db = services.db();
  const filter = storedFilter(filters, db);
  const find = sort === 'oldest' ? findOldestReflections : findReflections;
  return { ...find(db, filter, limit, cursor), total: withTotal ? countReflections(db, filter) : null };
}
