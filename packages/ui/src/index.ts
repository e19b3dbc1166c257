/** What a shell mounts: the whole interface over a transport of its own; and its actions as data, for a menu of the shell. */

export { mount } from './app/mount.tsx';
export type { Connection, Native, Signal, Transport, Unsubscribe } from './data/transport.ts';
export { ACTIONS, type Action, type ActionId } from './state/actions.ts';
