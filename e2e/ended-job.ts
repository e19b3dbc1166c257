import { setTimeout as wait } from 'node:timers/promises';
import { isRunning, type Job } from '@twicewise/contract';
import type { OpenDoor } from '@twicewise/testkit';

/** Waits until a job has ended. */
export async function ended(door: OpenDoor, id: string): Promise<Job> {
  for (;;) {
    const { job } = await door.client.call('job.get', { id });
    if (!isRunning(job)) return job;
    // A call inside the process is answered before anything else gets a turn.
    await wait(20);
  }
}
