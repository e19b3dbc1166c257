import { type Agent, type HostProcess, startAgent, startHost } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The four tools of the source document with all their parameters, called by the official client over the real bridge.

let host: HostProcess;
let agent: Agent;
beforeAll(async () => {
  host = await startHost();
  agent = await startAgent({ data: host.ready.data, project: 'shop', args: ['--profile', 'full'] });
});
afterAll(async () => {
  await agent.close();
  await host.stop();
});

interface Published {
  type?: string;
  default?: unknown;
  enum?: string[];
  items?: { enum?: string[] };
}

/** The parameters of a tool, as the client reads them. */
async function parametersOf(name: string): Promise<Record<string, Published>> {
  const { tools } = await agent.client.listTools();
  return (tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}) as Record<string, Published>;
}

/** The answer of a tool as data, so that it can be compared. */
async function ask<Value>(name: string, input: object): Promise<Value> {
  const answer = await agent.tool(name, input);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value as Value;
}

const record = async (fields: object): Promise<string> => {
  const lesson = { taskDescription: 'Parse the CSV file', outcome: 'success', nextStrategy: 'Go on', ...fields };
  return (await ask<{ reflection: { id: string } }>('reflection_store', lesson)).reflection.id;
};

describe('the tool', () => {
  it('reflection_store records an attempt with all that is said of it', async () => {
    verifies('S0-50');
    const attempt = {
      sessionId: 'attempts',
      taskDescription: 'Generate a CSV parser',
      attemptNumber: 2,
      outcome: 'failure',
      whatWorked: ['Reading line by line'],
      whatDidNotWork: ['Forgot the quoted fields', 'Forgot line breaks'],
      nextStrategy: 'Use a library',
    };
    const parameters = await parametersOf('reflection_store');
    expect(Object.keys(parameters)).toEqual(expect.arrayContaining(Object.keys(attempt)));
    expect(parameters.outcome?.enum).toEqual(expect.arrayContaining(['success', 'partial', 'failure']));
    const id = await record(attempt);
    const { sessionId: sessionNativeId, ...said } = attempt;
    const { reflection } = await host.client.call('reflection.get', { id });
    expect(reflection).toMatchObject({ ...said, sessionNativeId, projectName: 'shop' });
    for (const field of ['taskDescription', 'outcome'] as const) {
      const { [field]: _, ...without } = attempt;
      const refused = await agent.tool('reflection_store', without);
      expect(refused.ok, field).toBe(false);
      expect(refused.text).toContain(field);
    }
  });

  it('reflection_get reads the newest of a session, five unless told otherwise', async () => {
    verifies('S0-51');
    const parameters = await parametersOf('reflection_get');
    expect(Object.keys(parameters)).toEqual(expect.arrayContaining(['sessionId', 'limit']));
    expect(parameters.limit?.default).toBe(5);
    const ids: string[] = [];
    for (let n = 1; n <= 6; n++) {
      ids.unshift(await record({ sessionId: 'recent', taskDescription: `Task ${n}` }));
    }
    await record({ sessionId: 'beside', taskDescription: 'Something else' });
    const read = async (input: object) =>
      (await ask<{ items: { id: string }[] }>('reflection_get', input)).items.map(({ id }) => id);
    expect(await read({ sessionId: 'recent' })).toEqual(ids.slice(0, 5));
    expect(await read({ sessionId: 'recent', limit: 2 })).toEqual(ids.slice(0, 2));
  });

  it('reflection_search finds by meaning and outcome, over the sessions of one project', async () => {
    verifies('S0-52');
    const asked = ['projectId', 'taskDescription', 'outcomeFilter'];
    expect(Object.keys(await parametersOf('reflection_search'))).toEqual(expect.arrayContaining(asked));
    const taskDescription = 'Fix authentication token expiry';
    const failed = await record({ sessionId: 'monday', taskDescription, outcome: 'failure' });
    const worked = await record({ sessionId: 'tuesday', taskDescription });
    const elsewhere = await record({ projectId: 'ledger', sessionId: 'monday', taskDescription });
    const find = async (input: object) => {
      const { hits } = await ask<{ hits: { reflection: { id: string } }[] }>('reflection_search', input);
      return hits.map(({ reflection }) => reflection.id).sort();
    };
    const meant = 'Debug login timeout issues';
    expect(await find({ projectId: 'shop', taskDescription: meant })).toEqual([failed, worked].sort());
    expect(await find({ projectId: 'ledger', taskDescription: meant })).toEqual([elsewhere]);
    const filter = { projectId: 'shop', taskDescription: meant };
    expect(await find({ ...filter, outcomeFilter: ['failure'] })).toEqual([failed]);
    expect(await find({ ...filter, outcomeFilter: ['success', 'failure'] })).toEqual([failed, worked].sort());
    expect(await find({ ...filter, outcomeFilter: ['partial'] })).toEqual([]);
  });

  it('reflection_summary summarises a project, or one session of it', async () => {
    verifies('S0-36', 'S0-53');
    const parameters = await parametersOf('reflection_summary');
    expect(Object.keys(parameters)).toEqual(expect.arrayContaining(['projectId', 'sessionId']));
    const place = { projectId: 'warehouse' };
    await record({ ...place, sessionId: 'first', outcome: 'failure', whatDidNotWork: ['guessing the shelf'] });
    await record({ ...place, sessionId: 'first', whatWorked: ['scanning the label'] });
    await record({ ...place, sessionId: 'second', whatWorked: ['counting twice'] });
    const whole = await ask('reflection_summary', place);
    expect(whole).toMatchObject({ totalReflections: 3, commonFailures: ['guessing the shelf'] });
    expect((whole as { effectiveStrategies: string[] }).effectiveStrategies.sort()).toEqual([
      'counting twice',
      'scanning the label',
    ]);
    const second = await ask('reflection_summary', { ...place, sessionId: 'second' });
    expect(second).toMatchObject({
      totalReflections: 1,
      successRate: 1,
      commonFailures: [],
      effectiveStrategies: ['counting twice'],
    });
  });
});
