import { setTimeout as wait } from 'node:timers/promises';
import { isRunning, type Job } from '@twicewise/contract';
import type { OpenDoor } from '@twicewise/testkit';

/** Waits until a job has ended. */
export async function ended(door: Pick<OpenDoor, 'client'>, id: string): Promise<Job> {
  for (;;) {
    const { job } = await door.client.call('job.get', { id });
    if (!isRunning(job)) return job;
    // Calls within the process are answered before other work can run, so this wait lets the job continue.
    await wait(20);
  }
}
