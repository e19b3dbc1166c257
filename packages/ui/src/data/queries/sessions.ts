import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

/** One session, by our id. */
export function session(client: Client, id: string) {
  return queryOptions({
    queryKey: ['session', 'one', id],
    queryFn: async () => (await client.call('session.get', { id })).session,
  });
}

/** More sessions than anybody remembers by name. */
const LIMIT = 200;

/** Sessions of all projects, the latest first, as far as one looks for them by name. */
export function sessionList(client: Client) {
  return queryOptions({
    queryKey: ['session', 'list'],
    queryFn: async () => (await client.call('session.list', { limit: LIMIT })).items,
  });
}
