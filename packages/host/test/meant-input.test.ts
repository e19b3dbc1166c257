import { type Agent, type HostProcess, startAgent, startHost } from '@twicewise/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Input that models send although a tool asks for something else, through a real bridge.

let host: HostProcess;
let agent: Agent;
beforeAll(async () => {
  host = await startHost();
  agent = await startAgent({ data: host.ready.data, project: 'shop' });
});
afterAll(async () => {
  await agent.close();
  await host.stop();
});

const TASK = 'The upload of large files times out';

it('a lesson is stored although its lists are texts and what is left out is null or empty', async () => {
  const stored = await agent.tool('reflection_store', {
    task: TASK,
    outcome: 'success',
    whatWorked: '- Raised the limit of the proxy\n- Sent the parts one by one',
    whatDidNotWork: null,
    tags: '',
    sessionId: '',
    attemptNumber: '2',
    confidence: null,
  });
  expect(stored.ok, stored.text).toBe(true);
  const { items } = await host.client.call('reflection.list', { projectId: 'shop' });
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    taskDescription: TASK,
    attemptNumber: 2,
    whatWorked: ['Raised the limit of the proxy', 'Sent the parts one by one'],
    whatDidNotWork: [],
    nextStrategy: '',
    tags: [],
    confidence: null,
  });
});

it.each([
  ['reflection_search', { query: TASK, limit: '3', tags: null }],
  ['memory_brief', { taskDescription: TASK, budget: '400', projectId: null }],
  ['reflection_get', { limit: '1', id: '' }],
])('%s finds it by the names that other tools have', async (name, input) => {
  const found = await agent.tool(name, input);
  expect(found.ok, found.text).toBe(true);
  expect(found.text).toContain('Raised the limit of the proxy');
});

it('an attempt that failed is asked what to do next time, and nothing is stored', async () => {
  const refused = await agent.tool('reflection_store', { taskDescription: TASK, outcome: 'failure' });
  expect(refused.ok).toBe(false);
  expect(refused.text).toContain('nextStrategy');
  expect((await host.client.call('reflection.list', { projectId: 'shop' })).items).toHaveLength(1);
});
