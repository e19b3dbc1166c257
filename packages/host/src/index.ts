export * from './create-host.ts';
export { EventHub, type HostEvent } from './events.ts';
export { HttpDoor } from './http/server.ts';
export { takeLock } from './lock.ts';
export { resolveFolder } from './project-folder.ts';
