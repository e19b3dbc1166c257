/** What a shell mounts: the whole interface over a transport of its own. What it shows beside the page is in `shell.ts`. */

export { mount } from './app/mount.tsx';
export { OldestAnswer } from './data/oldest-answer.ts';
export type { Connection, Native, Request, Signal, Transport, Unsubscribe } from './data/transport.ts';
