import { Agent, OpenAIProvider, Runner } from '@openai/agents';
import { openAiAgentsTools } from '@twicewise/agent/openai-agents';
import { connect } from '@twicewise/client';

const { MODEL_URL, MODEL_KEY = '' } = process.env;
if (!MODEL_URL) throw new Error('Set MODEL_URL to the address of a model that speaks Chat Completions.');
const modelProvider = new OpenAIProvider({ baseURL: MODEL_URL, apiKey: MODEL_KEY, useResponses: false });

const memory = await connect({ name: 'my-agent' });
const agent = new Agent({
  name: 'Releases',
  instructions: 'You release the shop.',
  model: 'my-model',
  tools: openAiAgentsTools(memory, { projectId: 'shop', sessionId: 'release-1' }),
});
const { finalOutput } = await new Runner({ modelProvider }).run(agent, 'Ship the shop to staging.');
console.log(finalOutput);
await memory.close();
