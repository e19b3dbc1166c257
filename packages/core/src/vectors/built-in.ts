import type { Embed } from './embedder.ts';
import type { EmbeddingProvider } from './protocols.ts';

/**
 * A sentence model on this machine, given by whoever makes the core: it needs a thread, and a core starts none. Its
 * `embed` is asked like a server and fails like one.
 */
export interface BuiltInModel {
  /** Name by which its vectors are told from those of other models. Another one for other weights. */
  readonly model: string;
  /** True while an answer does not have to wait until the model is loaded. */
  readonly isLoaded: boolean;
  readonly embed: Embed;
  /** Gives its memory free. The next text loads it again. */
  unload(): void;
}

/** Name of the environment variable that keeps it out when it is `off`. */
export const BUILT_IN_VARIABLE = 'TWICEWISE_BUILT_IN_MODEL';

/** Where vectors come from: the model that Twicewise brings along, or a server. */
export const VECTOR_PROVIDERS = ['builtin', 'ollama', 'openai'] as const satisfies (EmbeddingProvider | 'builtin')[];
/** See {@link VECTOR_PROVIDERS}. */
export type VectorProvider = (typeof VECTOR_PROVIDERS)[number];
