import { existsSync, lstatSync, readdirSync, readlinkSync, rmdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

// The copies that a desktop app without a lasting place makes of what agents' programs start: a folder for each build, and a link to
// the newest. The data folder may be one that a person uses for something else, so only what bears these names is ever removed.

/** What the desktop app keeps beside its archive; by this name everything that looks at its own path knows that it is part of the app. */
export const BESIDE_ARCHIVE = 'app.asar.unpacked';
/** The link to the newest copy, whose name never changes. */
export const CURRENT_COPY = 'current';

/** A version and a fingerprint of its files, also while it is being copied. */
const COPY = /-[0-9a-f]{12}(?:\.partial)?$/;
const LINK = new RegExp(`^${CURRENT_COPY}(?:\\.next)?$`);

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Names of the copies in the folder of copies, whole or not; none where there is no such folder. */
export function copiesIn(folder: string): string[] {
  if (!isFolder(folder)) return [];
  return readdirSync(folder).filter((name) => COPY.test(name) && isFolder(join(folder, name)));
}

/** Names of the links to a copy. */
function linksIn(folder: string): string[] {
  if (!isFolder(folder)) return [];
  return readdirSync(folder).filter((name) => {
    const path = join(folder, name);
    return LINK.test(name) && lstatSync(path).isSymbolicLink() && COPY.test(readlinkSync(path));
  });
}

function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

/** Removes a copy, but nothing that somebody else put beside it. Throws what the file system throws. */
export function removeCopy(folder: string, name: string): void {
  const copy = join(folder, name);
  rmSync(join(copy, BESIDE_ARCHIVE), { recursive: true, force: true });
  removeIfEmpty(copy);
}

/** Whether anything in the folder of copies is ours. */
export function hasCopies(folder: string): boolean {
  return copiesIn(folder).length > 0 || linksIn(folder).length > 0;
}

/** Removes all copies, and the folder if it then holds nothing. Throws what the file system throws. */
export function removeCopies(folder: string): void {
  if (!hasCopies(folder)) return;
  for (const link of linksIn(folder)) rmSync(join(folder, link));
  for (const name of copiesIn(folder)) removeCopy(folder, name);
  removeIfEmpty(folder);
}

/**
 * A path in the newest copy by the name that stays, for Node follows the link when it starts us; any other path, also one in a copy
 * that is no longer the newest, as it is.
 */
export function byLastingName(path: string): string {
  const parts = path.split(sep);
  const copyAt = parts.indexOf(BESIDE_ARCHIVE) - 1;
  const copy = parts[copyAt];
  if (copy === undefined || !COPY.test(copy)) return path;
  const link = join(parts.slice(0, copyAt).join(sep), CURRENT_COPY);
  const isNewest = lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(link) === copy;
  return isNewest ? join(link, ...parts.slice(copyAt + 1)) : path;
}
