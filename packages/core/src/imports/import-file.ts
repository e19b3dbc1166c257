import { hash } from 'node:crypto';
import { lstat, stat } from 'node:fs/promises';
import { filesIn, readRegularFile, unlessClosed } from '@twicewise/ingest';
import { refuseNothing } from '../sessions/episodes/queue-reading.ts';

/** Maximum file size, in bytes: ten times the largest log seen. Reading a file blocks the store. */
const MAX_FILE_BYTES = 2_097_152;

/** Names with numbers in their order: 2.json before 10.json. The same on every machine. */
const COLLATOR = new Intl.Collator('en', { numeric: true });
/** Compares paths for the order in which files are imported; a restart continues after the last one. */
export const inImportOrder = (a: string, b: string): number => COLLATOR.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);

/** The file, or the files of a folder whose names are accepted, in the order of their names. */
export async function filesToImport(
  path: string,
  accepts: (name: string) => boolean,
): Promise<{ paths: string[]; unreadable: number }> {
  const top = await unlessClosed(() => stat(path));
  if (top === null) refuseNothing(path);
  if (!top?.isDirectory()) return { paths: [path], unreadable: 0 };
  const found = await filesIn(path, accepts);
  return { ...found, paths: found.paths.sort(inImportOrder) };
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** A file as it was read. */
export interface ImportFile {
  text: string;
  sha256: string;
}

async function isLink(path: string): Promise<boolean> {
  return (await unlessClosed(() => lstat(path)))?.isSymbolicLink() ?? false;
}

/** Reads a file of what was asked for. Throws a message for people. */
export async function openImportFile(path: string, asked: string): Promise<ImportFile> {
  // Follow a link only if it is the requested path itself; links inside a folder could lead anywhere.
  if (path !== asked && (await isLink(path))) throw new Error('it is a link: read the file that it leads to');
  const read = await unlessClosed(async () => ({ bytes: await readRegularFile(path, MAX_FILE_BYTES) }));
  if (read === null) throw new Error('it cannot be read');
  const { bytes } = read;
  if (bytes === null) throw new Error(`it is larger than ${MAX_FILE_BYTES} bytes`);
  try {
    return { text: UTF8.decode(bytes), sha256: hash('sha256', bytes) };
  } catch {
    throw new Error('it is not UTF-8');
  }
}
