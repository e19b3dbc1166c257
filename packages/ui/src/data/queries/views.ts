import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

/** More views than a person can tell apart by name. */
const LIMIT = 100;

/** The saved views of the Lessons screen, oldest first. They are stored in the settings, and change with them. */
export function savedViews(client: Client) {
  return queryOptions({
    queryKey: ['setting', 'views', 'lessons'],
    queryFn: async () => (await client.call('view.list', { screen: 'lessons', limit: LIMIT })).items,
  });
}
