import { agentIn, type TestCore } from './harness.ts';

/** Agents in two projects. */
export const agent = agentIn('/work/shop', { session: 'session-b' });
export const other = agentIn('/work/other', { session: 'session-o' });

/** Stores a few lessons in two projects, so that rarity and scopes have an effect. */
export async function furnish(test: TestCore) {
  const auth = await test.call(
    'reflection.store',
    {
      taskDescription: 'Fix authentication token expiry',
      outcome: 'failure',
      whatDidNotWork: ['raising the lifetime only hid the clock skew'],
      nextStrategy: 'compare the clocks of both hosts first',
      tags: ['auth'],
    },
    agentIn('/work/shop', { session: 'session-a' }),
  );
  const tasks = [
    'Parse CSV exports',
    'Speed up the image cache',
    'Migrate the orders table',
    'Rename the payment queue',
  ];
  for (const taskDescription of tasks) {
    await test.call('reflection.store', { taskDescription, outcome: 'success', nextStrategy: 'same again' }, agent);
  }
  const foreign = await test.call(
    'reflection.store',
    { taskDescription: 'Fix authentication token expiry in the gateway', outcome: 'success', nextStrategy: 'n' },
    other,
  );
  return { auth: auth.reflection, foreign: foreign.reflection };
}
