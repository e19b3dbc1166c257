export { readMetrics } from './briefing/metrics.ts';
export { loadTokenCounter } from './briefing/tokens.ts';
export { requestHash } from './commit-queue.ts';
export * from './create-core.ts';
export { type InsightRequest, readInsights, StatementKeys } from './insights/index.ts';
export { wilson } from './insights/wilson.ts';
export type { ClientConnector, HostFacts, Maintenance, NeglectRequest, Surroundings } from './services.ts';
export {
  type BuiltInModel,
  type Embed,
  EmbeddingFailure,
  type EmbeddingFailureKind,
  type EmbedOptions,
} from './vectors/index.ts';
