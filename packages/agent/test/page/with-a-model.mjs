import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { askForReflection, asking, reflexion } from '@twicewise/agent';
import { fromAiSdk } from '@twicewise/agent/ai-sdk';
import { connect } from '@twicewise/client';

const { MODEL_URL, MODEL_KEY = '' } = process.env;
if (!MODEL_URL) throw new Error('Set MODEL_URL to the address of a model that speaks Chat Completions.');
const provider = createOpenAICompatible({ name: 'mine', baseURL: MODEL_URL, apiKey: MODEL_KEY });
const model = fromAiSdk(provider('my-model'));

const memory = await connect({ name: 'my-agent' });
const { status, best, sessionId } = await reflexion({
  task: 'Name the capital of Australia. Answer with the name alone.',
  memory,
  act: async ({ prompt, signal }) => {
    const { text } = await model([{ role: 'user', text: prompt }], { signal });
    return { output: text.trim() };
  },
  evaluate: asking('capital', (output) => output === 'Canberra' || `${output} is not the capital`),
  reflect: askForReflection(model),
  maxAttempts: 3,
});
console.log(`${status}: ${best?.output}`);
const { analysis } = await memory.call('attempt.analysis', { sessionId });
console.log(`${analysis.total} attempts, ${analysis.outcomes.success} of them good`);
await memory.close();
