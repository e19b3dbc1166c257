export { readMetrics } from './briefing/metrics.ts';
export { loadTokenCounter } from './briefing/tokens.ts';
export { requestHash } from './commit-queue.ts';
export * from './create-core.ts';
export * from './retrieval/index.ts';
export type { HostFacts, Maintenance } from './services.ts';
