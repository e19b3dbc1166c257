import type { ChangeEvent, Envelope } from '@twicewise/contract';

/** Channels between window and main process. The first three are asked on, the last is pushed to. */
export const CHANNELS = {
  call: 'twicewise:call',
  subscribe: 'twicewise:subscribe',
  native: 'twicewise:native',
  signal: 'twicewise:signal',
} as const;

/** What a window is told unasked. `ended`: the host is gone; `show`: a view that the menu or a link asks for, behind `#/`. */
export type Push =
  | { kind: 'hello'; epoch: string; revision: number }
  | { kind: 'change'; change: ChangeEvent }
  | { kind: 'ended' }
  | { kind: 'show'; view: string };

/** Files that a person can be asked for. */
export type FileKind = 'lessons' | 'bundle';

/** What only a program on this machine can do. A path is one that the person picked in a dialog of the system. */
export interface Native {
  openFile(kind: FileKind): Promise<Envelope<string | null>>;
  /** The path has the ending of its kind. */
  saveFile(kind: FileKind, name: string): Promise<Envelope<string | null>>;
  /** Shows a file that was picked in `saveFile` in the system's file manager; no other. */
  revealSaved(path: string): Promise<Envelope<null>>;
  /** Shows the data folder in the system's file manager. */
  revealData(): Promise<Envelope<null>>;
}

/** All that a page of the desktop app can reach: `window.twicewise`. */
export interface Bridge {
  call(name: string, input: unknown, key?: string): Promise<Envelope>;
  /** Delivers everything that is pushed until the returned function is called; begins with `hello`. */
  subscribe(listener: (push: Push) => void): () => void;
  native: Native;
}
