import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

/** More views than anybody keeps apart by name. */
const LIMIT = 100;

/** Saved views of the Lessons screen, the oldest first. They are kept with the settings, and change with them. */
export function savedViews(client: Client) {
  return queryOptions({
    queryKey: ['setting', 'views', 'lessons'],
    queryFn: async () => (await client.call('view.list', { screen: 'lessons', limit: LIMIT })).items,
  });
}
