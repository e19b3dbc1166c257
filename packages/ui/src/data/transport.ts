import type { ChangeEvent, Envelope, Send } from '@twicewise/contract';

/**
 * How the window stands to the host.
 * `moved`: the host handed over to the desktop app; `refused`: the token is wrong; `locked`: there is no token at all.
 */
export type Connection = 'connecting' | 'live' | 'down' | 'moved' | 'refused' | 'locked';

/** What arrives unasked: the position at (re)connection, then one signal per commit. */
export type Signal = { kind: 'hello'; epoch: string; revision: number } | { kind: 'change'; change: ChangeEvent };

/** Stops a subscription. */
export type Unsubscribe = () => void;

/** What only a program on this machine can do. A path is one that the person picked in a dialog of the system; null: none. */
export interface Native {
  openFile(kind: 'bundle'): Promise<Envelope<string | null>>;
  /** The path has its ending. A person is asked before a file that is there is named. */
  saveFile(kind: 'bundle', name: string): Promise<Envelope<string | null>>;
  /** Shows a file that was picked to be saved in the system's file manager. */
  revealSaved(path: string): Promise<Envelope<null>>;
}

/** A way to reach the host. The browser brings HTTP, the desktop app brings IPC; nothing else in this package knows which. */
export interface Transport {
  readonly send: Send;
  /** Delivers every signal from now on. */
  subscribe(listener: (signal: Signal) => void): Unsubscribe;
  /** The connection as it is now; stable between changes. */
  connection(): Connection;
  /** Tells when `connection()` has another value. */
  onConnection(listener: () => void): Unsubscribe;
  /** Null in a browser. */
  readonly native: Native | null;
}
