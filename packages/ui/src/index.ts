/** What a shell mounts: the whole interface over a transport of its own. */
export { App } from './app/app.tsx';
export type { Connection, Signal, Transport, Unsubscribe } from './data/transport.ts';
