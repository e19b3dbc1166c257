import { Agent } from '@mastra/core/agent';
import { mastraTools } from '@twicewise/agent/mastra';
import { connect } from '@twicewise/client';

const { MODEL_URL, MODEL_KEY = '' } = process.env;
if (!MODEL_URL) throw new Error('Set MODEL_URL to the address of a model that speaks Chat Completions.');

const memory = await connect({ name: 'my-agent' });
const agent = new Agent({
  id: 'releases',
  name: 'Releases',
  instructions: 'You release the shop.',
  model: { id: 'mine/my-model', url: MODEL_URL, apiKey: MODEL_KEY },
  tools: mastraTools(memory, { projectId: 'shop', sessionId: 'release-1' }),
});
const { text } = await agent.generate('Ship the shop to staging.');
console.log(text);
await memory.close();
