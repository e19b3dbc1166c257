import type { Client } from '@twicewise/contract';

/** How many drafts are looked through, those stored last. */
const MOST_DRAFTS = 100;

/** Lessons of these ids that wait as drafts. `isAll` is false if more were stored with them than are looked through. */
export async function draftsAmong(
  client: Client,
  ids: ReadonlySet<string>,
): Promise<{ drafts: string[]; isAll: boolean }> {
  const { items, nextCursor } = await client.call('reflection.list', {
    state: 'draft',
    sort: 'stored',
    limit: MOST_DRAFTS,
  });
  const drafts = items.map(({ id }) => id).filter((id) => ids.has(id));
  return { drafts, isAll: nextCursor === null || drafts.length < items.length };
}

/** A failure that several lessons state, one of them new. */
export interface RepeatedFailure {
  text: string;
  count: number;
  /** The newest lesson that states it. */
  lessonId: string;
}

/** A failure that one of these new lessons states, and others before it; null if there is none. */
export async function repeatedAmong(client: Client, ids: ReadonlySet<string>): Promise<RepeatedFailure | null> {
  const { failures } = await client.call('reflection.summary', {});
  for (const { text, count, lessonIds } of failures) {
    const [newest] = lessonIds;
    // Another may have been written since these ids were collected; the newest is what the news is about.
    if (count > 1 && newest !== undefined && lessonIds.some((id) => ids.has(id)))
      return { text, count, lessonId: newest };
  }
  return null;
}
