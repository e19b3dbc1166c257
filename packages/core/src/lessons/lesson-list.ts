import { type LessonOrder, type OutputOf, type ParsedInputOf, textBytes } from '@twicewise/contract';
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
import { LESSONS } from './lesson-index.ts';

type Listed = OutputOf<'reflection.list'>;

/** A cursor is valid only for the order it was made for. */
const kindOf = (order: LessonOrder): CursorKind => [`lessons ${order}`, 'number', 'number', 'number'];

function placeOf(cursor: string | undefined, order: LessonOrder): Place | null {
  const parts = decodeCursor(cursor, kindOf(order));
  if (!parts) return null;
  const [score, createdAt, seq] = parts;
  return { score: Number(score), createdAt: Number(createdAt), seq: Number(seq) };
}

interface Paging {
  order: LessonOrder;
  limit: number;
  cursor: string | undefined;
  withTotal: boolean;
}

/** Lists in orders for which the store has no index, using the columns of the search index. */
async function listInMemory(filters: LessonListFilters, paging: Paging, services: Services): Promise<Listed> {
  const { order, limit, cursor, withTotal } = paging;
  const after = placeOf(cursor, order);
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
  const { lessons, total } = inOrder(table, passes, { order, after, limit: limit + 1 });
  const db = services.db();
  const page = toPage(
    lessons,
    limit,
    kindOf(order),
    ({ score, createdAt, seq }) => [score, createdAt, seq],
    ({ id }) => getReflection(db, id),
    (_, lesson) => textBytes(lesson),
  );
  const items = page.items.filter((item) => item !== null);
  return { items, nextCursor: page.nextCursor, total: withTotal ? total : null };
}

/** Implements `reflection.list`. */
export async function listLessons(input: ParsedInputOf<'reflection.list'>, { services }: TaskContext): Promise<Listed> {
  const { limit, cursor, withTotal, sort, ...filters } = input;
  const isByCreation = sort === 'newest' || sort === 'oldest';
  // The bin has no database index: it is usually small, and each index would cost every deletion a page write.
  if (!isByCreation || filters.deleted === 'only') {
    return listInMemory(filters, { order: sort, limit, cursor, withTotal }, services);
  }
  const db = services.db();
  const filter = storedFilter(filters, db);
  const find = sort === 'oldest' ? findOldestReflections : findReflections;
  return { ...find(db, filter, limit, cursor), total: withTotal ? countReflections(db, filter) : null };
}
