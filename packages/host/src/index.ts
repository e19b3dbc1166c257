export * from './create-host.ts';
export type { HostEvent } from './events.ts';
export { takeLock } from './lock.ts';
export { resolveFolder } from './project-folder.ts';
