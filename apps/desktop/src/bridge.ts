import type { ChangeEvent, Envelope, Position } from '@twicewise/contract';

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
 * Messages that a window gets without asking. `ended`: the host has ended. `show`: a link opens a view, given as the part of the
 * address after `#/`. `act`: an action was chosen in the menu. `open`: a bundle was opened with the app.
 */
export type Push =
  | { kind: 'hello'; epoch: string; revision: number }
  | { kind: 'change'; change: ChangeEvent }
  | { kind: 'ended' }
  | { kind: 'show'; view: string }
  | { kind: 'act'; action: string }
  | { kind: 'open'; path: string };

/** Kinds of files for which a person can be asked. */
export type FileKind = 'lessons' | 'bundle';

/** What only a program on this machine can do. Every path was chosen by the person in a system dialog. */
export interface Native {
  openFile(kind: FileKind): Promise<Envelope<string | null>>;
  /** The path has the file name extension of its kind. */
  saveFile(kind: FileKind, name: string): Promise<Envelope<string | null>>;
  /** Shows a file in the system's file manager. Only files picked in `saveFile` are allowed. */
  revealSaved(path: string): Promise<Envelope<null>>;
  /** Shows the data folder in the system's file manager. */
  revealData(): Promise<Envelope<null>>;
  /** The path of a file that was dropped on the page; empty when it is none of this machine. */
  pathOf(file: File): string;
  /** Tells which actions can be done now, by their ids; the menu offers those of the window in front. */
  offer(actions: readonly string[]): Promise<Envelope<null>>;
  /** Opens another window with this view, given as the part of the address after `#/`. */
  openWindow(view: string): Promise<Envelope<null>>;
}

/** An answer, with the state of the memory before it was asked; missing where no memory was asked. */
export type Answer = Envelope & { position?: Position };

/** The entire interface for a page of the desktop app: `window.twicewise`. */
export interface Bridge {
  call(name: string, input: unknown, key?: string): Promise<Answer>;
  /** Delivers everything that is pushed, beginning with `hello`, until the returned function is called. */
  subscribe(listener: (push: Push) => void): () => void;
  native: Native;
}
