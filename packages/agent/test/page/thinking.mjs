import { readFile } from 'node:fs/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ReflectiveAgent } from '@twicewise/agent';
import { fromAiSdk } from '@twicewise/agent/ai-sdk';

const { MODEL_URL, MODEL_KEY = '' } = process.env;
if (!MODEL_URL) throw new Error('Set MODEL_URL to the address of a model that speaks Chat Completions.');
const provider = createOpenAICompatible({ name: 'mine', baseURL: MODEL_URL, apiKey: MODEL_KEY });

const workspace = {
  context: () => 'Files: prices.csv',
  tools: [
    {
      name: 'read_file',
      description: 'Reads a file of the workspace',
      input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
      /** @param {{ path?: unknown }} input */
      run: ({ path }) => readFile(String(path), 'utf8'),
    },
  ],
};
const agent = new ReflectiveAgent(
  { projectId: 'shop', reflectiveThinking: 'simple' },
  workspace,
  'You answer questions about prices.',
  // The agent repeats requests itself.
  fromAiSdk(provider('my-model'), { maxRetries: 0 }),
);
const { status, answer, turns } = await agent.start('What does an apple cost?');
console.log(`${status} after ${turns} turns: ${answer}`);
for (const { turnNumber, summary } of await agent.getMemoryStore().getRecentSummaries(5))
  console.log(`Turn ${turnNumber}: ${summary}`);
