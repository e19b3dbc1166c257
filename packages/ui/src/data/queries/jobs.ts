import { queryOptions } from '@tanstack/react-query';
import type { Client, Job } from '@twicewise/contract';

/** True until the job has ended in one way or another. */
export function isRunning(job: Job): boolean {
  return job.state === 'queued' || job.state === 'running';
}

/** Between two looks at a running job, should its events be late. */
const LOOK_EVERY_MS = 1000;

/** One job, with its progress while it runs. */
export function job(client: Client, id: string) {
  return queryOptions({
    queryKey: ['job', 'one', id],
    queryFn: async () => (await client.call('job.get', { id })).job,
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? false : LOOK_EVERY_MS),
  });
}
