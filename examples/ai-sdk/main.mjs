import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { aiSdkTools } from '@twicewise/agent/ai-sdk'; // 1
import { connect } from '@twicewise/client'; // 2
import { generateText, jsonSchema, stepCountIs, tool } from 'ai';

const { MODEL_URL, MODEL_NAME = 'default', MODEL_KEY = '' } = process.env;
if (!MODEL_URL) throw new Error('Set MODEL_URL to the address of a model that speaks Chat Completions.');
const provider = createOpenAICompatible({ name: 'example', baseURL: MODEL_URL, apiKey: MODEL_KEY });

/** @type {import('ai').Schema<{ service: string }>} */
const inputSchema = jsonSchema({ type: 'object', properties: { service: { type: 'string' } }, required: ['service'] });
const restart = tool({
  description: 'Restarts a service',
  inputSchema,
  execute: async ({ service }) => `${service} is up again`,
});

const memory = await connect({ name: 'example-ai-sdk' }); // 3
const { text } = await generateText({
  model: provider(MODEL_NAME),
  prompt: 'The order service answers with 502 since noon. Bring it back.',
  tools: { restart, ...aiSdkTools(memory, { projectId: 'example-ai-sdk' }) }, // 4
  stopWhen: stepCountIs(10),
});
console.log(text);
await memory.close(); // 5
