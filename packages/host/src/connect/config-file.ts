import type { OurCommand } from './our-command.ts';

/** A place in an agent's configuration where Twicewise is entered. All functions take text and return text. */
export interface ConfigFile {
  readonly path: string;
  /** What is entered in this place. */
  readonly holds: 'server' | 'hooks' | 'both' | 'instructions';
  /** Enters the program, or corrects its entry; '' stands for a missing file. Throws {@link UnfitFile}. */
  insert(text: string, ourCommand: OurCommand): string;
  /** We created the file for our entry. It is deleted with the entry, unless somebody added something else. */
  readonly isOwn?: true;
  /** Removes the entry. Throws {@link UnfitFile}. */
  remove(text: string): string;
  /** Whether the file has an entry of ours. Throws {@link UnfitFile}. */
  has(text: string): boolean;
  /** Why the program runs none of the entered hooks, and what to do; usually empty. */
  obstacles?(text: string): string[];
  /** What else a person should know about the entry; usually empty. */
  notes?(text: string): string[];
  /** Everything else in the file, as a value. No change may alter it. Throws {@link UnfitFile}. */
  others(text: string): unknown;
}

/** The file has a form that its program would not read, or that we do not know. It must not be changed. */
export class UnfitFile extends Error {
  /** What to do, if the usual hint does not apply. */
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

/** A JSON file in which a program keeps both its servers and its hooks. */
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
