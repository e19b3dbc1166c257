import { ReflectiveAgent } from '@twicewise/agent';
import { connect } from '@twicewise/client';
import { chooseModel } from '../choose-model.mjs';
import { scripted } from './scripted-model.mjs';

/** @type {Record<string, string>} */
const FILES = {
  'report.log': 'orders: 10,000 read in 2 s\ntotals: 41 s\nwritten: report.csv',
  'totals.js': `export function totals(orders, customers) {
  return orders.map(({ customerId, amount }) => {
    const customer = customers.find(({ id }) => id === customerId);
    return { name: customer.name, amount };
  });
}`,
};
const workspace = {
  context: () => `Files:\n${Object.keys(FILES).join('\n')}`,
  tools: [
    {
      name: 'read_file',
      description: 'Reads a file of the workspace',
      input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      /** @param {{ path?: unknown }} input */
      run: ({ path }) => {
        const text = FILES[String(path)];
        if (text === undefined) throw new Error(`There is no file ${path}.`);
        return text;
      },
    },
  ],
};

// The agent repeats requests itself.
const model = chooseModel(scripted(), { maxRetries: 0 });
const memory = await connect({ name: 'example-thinking' });
const config = {
  memory,
  projectId: 'example-thinking',
  reflectiveThinking: /** @type {const} */ ('auto'),
  onProblem: console.error,
};
const agent = new ReflectiveAgent(config, workspace, 'You find out why programs are slow.', model);
const { status, answer, turns } = await agent.start(
  'Find out why the report takes 43 seconds, and say how to mend it.',
);
for (const { turnNumber, summary } of await agent.getMemoryStore().getRecentSummaries(10))
  console.log(`turn ${turnNumber}: ${summary}`);
console.log(`${status} after ${turns} turns: ${answer}`);
await memory.close();
