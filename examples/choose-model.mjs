import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { fromAiSdk } from '@twicewise/agent/ai-sdk';

/**
 * The model that the environment names, else the scripted one, which is said..
 * @param {import('@twicewise/agent').Model} scripted
 * @param {import('@twicewise/agent/ai-sdk').AiSdkSettings} [settings]
 */
export function chooseModel(scripted, settings) {
  const { MODEL_URL, MODEL_NAME = 'default', MODEL_KEY = '' } = process.env;
  if (MODEL_URL) {
    const provider = createOpenAICompatible({ name: 'example', baseURL: MODEL_URL, apiKey: MODEL_KEY });
    return fromAiSdk(provider(MODEL_NAME), settings);
  }
  console.log('MODEL_URL is not set: a scripted model plays the part.');
  return scripted;
}
