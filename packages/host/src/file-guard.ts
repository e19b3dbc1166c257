import { fileIdentity } from '@twicewise/store';

/** Remembers files, and notices when one was deleted or replaced by another of the same name. */
export class FileGuard {
  readonly #known = new Map<string, string | null>();

  /** Remembers the files as they are now. Missing files are not guarded. */
  keep(...paths: readonly string[]): void {
    for (const path of paths) this.#known.set(path, fileIdentity(path));
  }

  /** Whether the file is still the one that was remembered. */
  has(path: string): boolean {
    const known = this.#known.get(path) ?? null;
    return known === null || fileIdentity(path) === known;
  }
}
