import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

/** More projects than anybody switches between by hand. */
const LIMIT = 500;

/** Projects, the most recently active first. */
export function projectList(client: Client) {
  return queryOptions({
    queryKey: ['project', 'list'],
    queryFn: async () => (await client.call('project.list', { limit: LIMIT })).items,
  });
}
