export { loadTokenCounter } from './briefing/tokens.ts';
export { requestHash } from './commit-queue.ts';
export * from './create-core.ts';
export { isStopWord } from './retrieval/index.ts';
export type { HostFacts, Maintenance } from './services.ts';
