import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isTranscript } from '@twicewise/ingest';

/** After this many entries the import looks itself: whoever asked waits for this. */
const MOST_LOOKED_AT = 2000;

/** The entries of a folder; null where they cannot be listed, as of a file. */
function entriesOf(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
}

/** Whether a folder surely has no transcript in it or below; what is closed, linked or large may have one. */
export function lacksTranscripts(path: string): boolean {
  const folders = [path];
  let left = MOST_LOOKED_AT;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = entriesOf(folder);
    left -= entries?.length ?? 0;
    if (entries === null || left < 0) return false;
    if (entries.some((entry) => entry.isSymbolicLink() || isTranscript(entry.name))) return false;
    for (const entry of entries) if (entry.isDirectory()) folders.push(join(folder, entry.name));
  }
  return true;
}
