import type { Settings } from '@twicewise/contract';
import type { BuiltInModel, VectorProvider } from './built-in.ts';
import { createEmbedder, type Embed } from './embedder.ts';
import { EmbeddingFailure } from './embedding-failure.ts';

/** A model by what its vectors are told apart by. */
export interface WantedModel {
  provider: VectorProvider;
  model: string;
}

/** A model and, for a server, where to ask for it. */
export type ModelChoice = WantedModel & { url: string };

/** What there is to embed with. */
export interface ModelSources {
  builtIn: BuiltInModel | null;
  /** What a server wants to see; never stored, never logged. */
  key: string | null;
}

/** The model that the settings name; null for none, and for the built-in one where there is none. */
export function chosenModel(settings: Settings, builtIn: BuiltInModel | null): ModelChoice | null {
  const provider = settings['embedding.provider'];
  if (provider === 'off') return null;
  if (provider === 'builtin') return builtIn && { provider, url: '', model: builtIn.model };
  return { provider, url: settings['embedding.url'], model: settings['embedding.model'] };
}

/** The one way to vectors, whatever they come from. */
export function embedWith({ provider, url, model }: ModelChoice, { builtIn, key }: ModelSources): Embed {
  if (provider !== 'builtin') return createEmbedder({ provider, url, model, key });
  // Another version of Twicewise may have left vectors of another model behind.
  if (builtIn?.model === model) return builtIn.embed;
  return async () => {
    throw new EmbeddingFailure('not_installed', `This version does not bring the model ${model} along.`);
  };
}
