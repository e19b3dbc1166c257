import type { OurCommand } from './our-command.ts';

/** A place in an agent's configuration where Twicewise is entered. All of it is text in, text out. */
export interface ConfigFile {
  readonly path: string;
  /** What is entered there. */
  readonly holds: 'server' | 'hooks' | 'both' | 'instructions';
  /** Enters the program, or corrects its entry; '' stands for a file that is not there. Throws {@link UnfitFile}. */
  insert(text: string, ourCommand: OurCommand): string;
  /** We made the file, for our entry: it goes with it, unless somebody put something else in. */
  readonly isOwn?: true;
  /** Takes the entry out. Throws {@link UnfitFile}. */
  remove(text: string): string;
  /** Whether there is an entry of ours. Throws {@link UnfitFile}. */
  has(text: string): boolean;
  /** Why its program runs none of the hooks that are entered in it, and what to do; nothing mostly. */
  obstacles?(text: string): string[];
  /** What else is to be known of the entry; nothing mostly. */
  notes?(text: string): string[];
  /** Everything else in the file, as a value: no change may touch it. Throws {@link UnfitFile}. */
  others(text: string): unknown;
}

/** The file is not what its program would read, or not as we know it; it must not be touched. */
export class UnfitFile extends Error {
  /** What to do, where it is not the usual. */
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

/** A JSON file in which a program keeps its servers and its hooks alike. */
export function serverAndHooks(server: ConfigFile, hooks: ConfigFile): ConfigFile {
  return {
    path: server.path,
    holds: 'both',
    insert: (text, ourCommand) => hooks.insert(server.insert(text, ourCommand), ourCommand),
    remove: (text) => hooks.remove(server.remove(text)),
    has: (text) => server.has(text) || hooks.has(text),
    obstacles: (text) => hooks.obstacles?.(text) ?? [],
    notes: (text) => server.notes?.(text) ?? [],
    others: (text) => hooks.others(JSON.stringify(server.others(text))),
  };
}
