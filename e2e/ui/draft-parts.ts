import type { HostProcess } from '@twicewise/testkit';
import { store } from '../fixtures.ts';

/** The state of each lesson, by its task. */
export async function states(host: HostProcess): Promise<Record<string, string>> {
  const { items } = await host.client.call('reflection.list', {
    state: ['draft', 'accepted', 'rejected', 'superseded'],
    limit: 100,
  });
  return Object.fromEntries(items.map(({ taskDescription, state }) => [taskDescription, state]));
}

/** Stores twenty drafts, of which number 20 is the newest, and an accepted lesson that says the same as number 17. */
export async function twenty(host: HostProcess): Promise<void> {
  const same = { whatDidNotWork: ['Raising the token lifetime'], projectId: 'shop' };
  await store(host, {
    taskDescription: 'Token expiry in the login flow',
    whatWorked: ['Ask for a new token'],
    ...same,
  });
  for (let number = 1; number <= 20; number++) {
    const named = number === 17 ? { taskDescription: 'Token expiry in the login flow, once more', ...same } : {};
    const rest = { whatDidNotWork: [`Way ${number}`], nextStrategy: `Another way than ${number}` };
    await store(host, { taskDescription: `Draft ${number}`, state: 'draft', projectId: 'shop', ...rest, ...named });
  }
}
