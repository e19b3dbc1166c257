import type { LessonOrder } from '@twicewise/contract';

/** Orders of a list. */
export const sort = {
  label: 'Order',
  orders: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    updated: 'Last changed first',
    stored: 'Last added or changed here first',
    confidence: 'Most confident first',
  } satisfies Record<LessonOrder, string>,
  lastDeleted: 'Last deleted first',
};
