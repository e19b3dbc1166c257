import { readdirSync, statSync } from 'node:fs';

/** Names of the files in a folder; none where there is no folder, also where a file stands in its place. */
export function namesIn(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}
