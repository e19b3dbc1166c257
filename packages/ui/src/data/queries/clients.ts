import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

/** Files of other programs change without an event. */
const TOPIC = 'client';

/** The programs that run agents, in their present state. */
export function clientList(client: Client) {
  return queryOptions({
    queryKey: [TOPIC, 'list'],
    queryFn: async () => (await client.call('client.list', {})).items,
    staleTime: 0,
  });
}

/** A change of one program's configuration. */
export interface ClientChange {
  client: string;
  remove: boolean;
}

/** The exact change that would be made. Null: none is previewed. Never cached, because the files may change. */
export function clientPreview(client: Client, change: ClientChange | null) {
  return queryOptions({
    queryKey: ['preview', TOPIC, change],
    queryFn: change ? () => client.call('client.preview', change) : skipToken,
    staleTime: 0,
    gcTime: 0,
  });
}
