import { queryOptions } from '@tanstack/react-query';
import { type Client, isRunning } from '@twicewise/contract';

/** The interval for reading a running job, in milliseconds, in case its events are late. */
const LOOK_EVERY_MS = 1000;

/** One job, with its progress while it runs. */
export function job(client: Client, id: string) {
  return queryOptions({
    queryKey: ['job', 'one', id],
    queryFn: async () => (await client.call('job.get', { id })).job,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : LOOK_EVERY_MS),
  });
}
