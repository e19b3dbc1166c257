export { readMetrics } from './briefing/metrics.ts';
export { loadTokenCounter } from './briefing/tokens.ts';
export { requestHash } from './commit-queue.ts';
export * from './create-core.ts';
export { tellingLines } from './history/telling-lines.ts';
export * from './retrieval/index.ts';
export type { ClientConnector, HostFacts, Maintenance, Surroundings } from './services.ts';
export { KEY_VARIABLE } from './vectors/index.ts';
