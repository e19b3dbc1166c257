import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

/** Files of other programs change without an event. */
const TOPIC = 'client';

/** Programs that run agents, as they are now. */
export function clientList(client: Client) {
  return queryOptions({
    queryKey: [TOPIC, 'list'],
    queryFn: async () => (await client.call('client.list', {})).items,
    staleTime: 0,
  });
}

/** Which change of which program. */
export interface ClientChange {
  client: string;
  remove: boolean;
}

/** The exact change that would be made. Null: none is looked at. Never kept: the files may change meanwhile. */
export function clientPreview(client: Client, change: ClientChange | null) {
  return queryOptions({
    queryKey: ['preview', TOPIC, change],
    queryFn: change ? () => client.call('client.preview', change) : skipToken,
    staleTime: 0,
    gcTime: 0,
  });
}
