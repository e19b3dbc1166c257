export { loadTokenCounter } from './agent-text/tokens.ts';
export * from './create-core.ts';
export { KnownLessons, readInsights } from './insights/index.ts';
export { readMetrics } from './insights/metrics.ts';
export { readPurgePreview } from './purge/preview.ts';
export { requestHash } from './runtime/commit-queue.ts';
export type { InsightRequest, PurgePreviewName, SecondThread, UnusedRequest } from './runtime/second-thread.ts';
export type { ClientConnector, HostFacts, Surroundings } from './runtime/surroundings.ts';
export { wilson } from './runtime/wilson.ts';
export {
  type BuiltInModel,
  type Embed,
  EmbeddingFailure,
  type EmbeddingFailureKind,
  type EmbedOptions,
} from './vectors/index.ts';
