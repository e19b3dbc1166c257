import type { Settings } from '@twicewise/contract';
import type { BuiltInModel, VectorProvider } from './built-in.ts';
import { createEmbedder, type Embed } from './embedder.ts';
import { EmbeddingFailure } from './embedding-failure.ts';

/** The identity of a model, by which its vectors are distinguished. */
export interface WantedModel {
  provider: VectorProvider;
  model: string;
}

/** A model and, for a server, its address. */
export type ModelChoice = WantedModel & { url: string };

/** The available ways to embed. */
export interface ModelSources {
  builtIn: BuiltInModel | null;
  /** API key for a server; never stored, never logged. */
  key: string | null;
}

/** The model that the settings name. Null for none, and when the built-in model is chosen but unavailable. */
export function chosenModel(settings: Settings, builtIn: BuiltInModel | null): ModelChoice | null {
  const provider = settings['embedding.provider'];
  if (provider === 'off') return null;
  if (provider === 'builtin') return builtIn && { provider, url: '', model: builtIn.model };
  return { provider, url: settings['embedding.url'], model: settings['embedding.model'] };
}

/** Creates the `Embed` function for a model, whatever its provider. */
export function embedWith({ provider, url, model }: ModelChoice, { builtIn, key }: ModelSources): Embed {
  if (provider !== 'builtin') return createEmbedder({ provider, url, model, key });
  // Another version of Twicewise may have stored vectors of a different built-in model.
  if (builtIn?.model === model) return builtIn.embed;
  return async () => {
    throw new EmbeddingFailure('not_installed', `This version does not bring the model ${model} along.`);
  };
}
