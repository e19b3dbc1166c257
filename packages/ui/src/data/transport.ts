import type { ChangeEvent, Send } from '@twicewise/contract';

/**
 * How the window stands to the host.
 * `moved`: the host handed over to the desktop app; `refused`: the token is wrong; `locked`: there is no token at all.
 */
export type Connection = 'connecting' | 'live' | 'down' | 'moved' | 'refused' | 'locked';

/** What arrives unasked: the position at (re)connection, then one signal per commit. */
export type Signal = { kind: 'hello'; epoch: string; revision: number } | { kind: 'change'; change: ChangeEvent };

/** Stops a subscription. */
export type Unsubscribe = () => void;

/** A way to reach the host. The browser brings HTTP, the desktop app brings IPC; nothing else in this package knows which. */
export interface Transport {
  readonly send: Send;
  /** Delivers every signal from now on. */
  subscribe(listener: (signal: Signal) => void): Unsubscribe;
  /** The connection as it is now; stable between changes. */
  connection(): Connection;
  /** Tells when `connection()` has another value. */
  onConnection(listener: () => void): Unsubscribe;
}
