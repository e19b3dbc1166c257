export { requestHash } from './commit-queue.ts';
export * from './create-core.ts';
export type { HostFacts, Maintenance } from './services.ts';
