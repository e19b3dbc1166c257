import { ChatOpenAI } from '@langchain/openai';
import { langChainTools } from '@twicewise/agent/langchain';
import { connect } from '@twicewise/client';
import { createAgent } from 'langchain';

const { MODEL_URL, MODEL_KEY = '' } = process.env;
if (!MODEL_URL) throw new Error('Set MODEL_URL to the address of a model that speaks Chat Completions.');
const model = new ChatOpenAI({ model: 'my-model', apiKey: MODEL_KEY, configuration: { baseURL: MODEL_URL } });

const memory = await connect({ name: 'my-agent' });
const agent = createAgent({
  model,
  systemPrompt: 'You release the shop.',
  tools: langChainTools(memory, { projectId: 'shop', sessionId: 'release-1' }),
});
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Ship the shop to staging.' }] });
console.log(messages.at(-1)?.text);
await memory.close();
