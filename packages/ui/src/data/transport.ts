import type { ChangeEvent, Envelope, Position, Send } from '@twicewise/contract';

/**
 * The connection of the window to the host. `moved`: the host handed over to the desktop app; `refused`: the token is wrong;
 * `locked`: there is no token.
 */
export type Connection = 'connecting' | 'live' | 'down' | 'moved' | 'refused' | 'locked';

/** Messages from the host: its position at each (re)connection, then one signal per commit. */
export type Signal = { kind: 'hello'; epoch: string; revision: number } | { kind: 'change'; change: ChangeEvent };

/** Stops a subscription. */
export type Unsubscribe = () => void;

/** What only the desktop app can do. A path is one that the person chose in a system dialog; null when they chose none. */
export interface Native {
  openFile(kind: 'bundle'): Promise<Envelope<string | null>>;
  /** The path includes the file extension. The dialog asks before an existing file is chosen. */
  saveFile(kind: 'bundle', name: string): Promise<Envelope<string | null>>;
  /** Shows, in the system's file manager, a file that was chosen for saving. */
  revealSaved(path: string): Promise<Envelope<null>>;
}

/** A connection to the host. The browser uses HTTP, the desktop app IPC; nothing else in this package knows which. */
export interface Transport {
  readonly send: Send;
  /** Delivers every signal from now on. */
  subscribe(listener: (signal: Signal) => void): Unsubscribe;
  /**
   * True if all answers so far are from this state of the memory or newer ones. A transport that cannot know says false.
   */
  isUpTo(position: Position): boolean;
  /** The present connection; stable between changes. */
  connection(): Connection;
  /** Calls the listener when `connection()` has another value. */
  onConnection(listener: () => void): Unsubscribe;
  /** Null in a browser. */
  readonly native: Native | null;
}
