export { BUILT_IN_VARIABLE, type BuiltInModel } from './built-in.ts';
export type { Embed, EmbedOptions } from './embedder.ts';
export { EmbeddingFailure, type EmbeddingFailureKind, KEY_VARIABLE } from './embedding-failure.ts';
export type { WantedModel } from './model-choice.ts';
export { ASKED_WAIT_MS } from './question-embedder.ts';
export { Vectors } from './vectors.ts';
export type { FillControl, VectorsOptions } from './vectors-options.ts';
