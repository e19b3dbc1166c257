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

/** What the desktop app asks of its page: to do an action of the menu, or to show a file that was opened with the app. */
export type Request = { kind: 'act'; action: string } | { kind: 'open'; path: string };

/** What only the desktop app can do. A path is one that the person chose in a system dialog; null when they chose none. */
export interface Native {
  openFile(kind: 'bundle'): Promise<Envelope<string | null>>;
  /** The path includes the file extension. The dialog asks before an existing file is chosen. */
  saveFile(kind: 'bundle', name: string): Promise<Envelope<string | null>>;
  /** Shows, in the system's file manager, a file that was chosen for saving. */
  revealSaved(path: string): Promise<Envelope<null>>;
  /** The path of a file that was dropped on the page; empty when it is none of this machine. */
  pathOf(file: File): string;
  /** Tells the menu which actions can be done now, by their ids. */
  offer(actions: readonly string[]): Promise<Envelope<null>>;
  /** Opens another window, which shows this view: the part of the address after `#/`. */
  openWindow(view: string): Promise<Envelope<null>>;
  /** Calls the listener with each request, also with those that came before there was one. */
  onRequest(listener: (request: Request) => void): Unsubscribe;
}

/** Files that the host keeps for a page, because a browser does not tell where a file is. */
export interface HandedOver {
  /** Hands a file over; answers with the path of its copy. */
  keep(file: File): Promise<Envelope<{ path: string }>>;
  /** Removes the copy; without it the host does so once it is an hour old. */
  discard(path: string): Promise<void>;
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
  /** Hands files over by their content; null where a page is told their paths. */
  readonly files: HandedOver | null;
  /** Null in a browser. */
  readonly native: Native | null;
}
