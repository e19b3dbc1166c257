import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';
import { shownViews } from '../saved-views.ts';

/** More views than a person can tell apart by name. */
const LIMIT = 100;

/** The saved views of all screens, oldest first. They are stored in the settings, and change with them. */
export function savedViews(client: Client) {
  return queryOptions({
    queryKey: ['setting', 'views'],
    queryFn: async () => shownViews((await client.call('view.list', { limit: LIMIT })).items),
  });
}
