import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

/** One session, by our id. */
export function session(client: Client, id: string) {
  return queryOptions({
    queryKey: ['session', 'one', id],
    queryFn: async () => (await client.call('session.get', { id })).session,
  });
}
