import type { ChangeEvent, Envelope } from '@twicewise/contract';

/**
 * Channels between window and main process. The window sends requests on the first three; the main process pushes on the last.
 */
export const CHANNELS = {
  call: 'twicewise:call',
  subscribe: 'twicewise:subscribe',
  native: 'twicewise:native',
  signal: 'twicewise:signal',
} as const;

/**
 * Messages that a window gets without asking. `ended`: the host is gone; `show`: the menu or a link opens a view, given as the
 * part behind `#/`.
 */
export type Push =
  | { kind: 'hello'; epoch: string; revision: number }
  | { kind: 'change'; change: ChangeEvent }
  | { kind: 'ended' }
  | { kind: 'show'; view: string };

/** Files that a person can be asked for. */
export type FileKind = 'lessons' | 'bundle';

/** What only a program on this machine can do. Every path was picked by the person in a system dialog. */
export interface Native {
  openFile(kind: FileKind): Promise<Envelope<string | null>>;
  /** The path has the ending of its kind. */
  saveFile(kind: FileKind, name: string): Promise<Envelope<string | null>>;
  /** Shows a file in the system's file manager. Only files picked in `saveFile` are allowed. */
  revealSaved(path: string): Promise<Envelope<null>>;
  /** Shows the data folder in the system's file manager. */
  revealData(): Promise<Envelope<null>>;
}

/** The entire interface for a page of the desktop app: `window.twicewise`. */
export interface Bridge {
  call(name: string, input: unknown, key?: string): Promise<Envelope>;
  /** Delivers everything that is pushed until the returned function is called; begins with `hello`. */
  subscribe(listener: (push: Push) => void): () => void;
  native: Native;
}
