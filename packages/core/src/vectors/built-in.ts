import type { Embed } from './embedder.ts';
import type { EmbeddingProvider } from './protocols.ts';

/**
 * A sentence model on this machine, supplied by the caller of `createCore`, because it needs a thread and core starts none. Its
 * `embed` behaves like that of a server, errors included.
 */
export interface BuiltInModel {
  /** Name that distinguishes its vectors from those of other models. Must differ for other weights. */
  readonly model: string;
  /** True when answers need not wait for the model to load. */
  readonly isLoaded: boolean;
  readonly embed: Embed;
  /** Frees its memory. The next text loads it again. */
  unload(): void;
}

/** Name of the environment variable that disables the built-in model when it is `off`. */
export const BUILT_IN_VARIABLE = 'TWICEWISE_BUILT_IN_MODEL';

/** Sources of vectors: the built-in model or a server. */
export const VECTOR_PROVIDERS = ['builtin', 'ollama', 'openai'] as const satisfies (EmbeddingProvider | 'builtin')[];
export type VectorProvider = (typeof VECTOR_PROVIDERS)[number];
