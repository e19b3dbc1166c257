import { fileIdentity } from '@twicewise/store';

/** Remembers which files there are, and notices when one was deleted or another has its name. */
export class FileGuard {
  readonly #known = new Map<string, string | null>();

  /** Takes the files as they are now. Those that are not there are not guarded. */
  keep(...paths: readonly string[]): void {
    for (const path of paths) this.#known.set(path, fileIdentity(path));
  }

  /** Whether the file is the one that was taken. */
  has(path: string): boolean {
    const known = this.#known.get(path) ?? null;
    return known === null || fileIdentity(path) === known;
  }
}
