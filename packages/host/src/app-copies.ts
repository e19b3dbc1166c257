import { existsSync, lstatSync, readdirSync, readlinkSync, rmdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

// A desktop app that may move or vanish (such as an AppImage) copies what agents' programs start: one folder per build, and a
// link to the newest. The person may use the data folder for other things too, so only entries with these names are ever removed.

/**
 * The folder that the desktop app keeps beside its archive. Code recognises by this name that its own path is part of the app.
 */
export const BESIDE_ARCHIVE = 'app.asar.unpacked';
/** The link to the newest copy, whose name never changes. */
export const CURRENT_COPY = 'current';

/** Name of a copy: a version and a fingerprint of its files; `.partial` while it is being copied. */
const COPY = /-[0-9a-f]{12}(?:\.partial)?$/;
const LINK = new RegExp(`^${CURRENT_COPY}(?:\\.next)?$`);

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Names of the copies in the folder, complete or partial; empty when the folder does not exist. */
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

/** Removes a copy, but nothing that others put beside it. Throws file-system errors. */
export function removeCopy(folder: string, name: string): void {
  const copy = join(folder, name);
  rmSync(join(copy, BESIDE_ARCHIVE), { recursive: true, force: true });
  removeIfEmpty(copy);
}

/** Whether the folder of copies contains anything of ours. */
export function hasCopies(folder: string): boolean {
  return copiesIn(folder).length > 0 || linksIn(folder).length > 0;
}

/** Removes all copies, and the folder if it is then empty. Throws file-system errors. */
export function removeCopies(folder: string): void {
  if (!hasCopies(folder)) return;
  for (const link of linksIn(folder)) rmSync(join(folder, link));
  for (const name of copiesIn(folder)) removeCopy(folder, name);
  removeIfEmpty(folder);
}

/**
 * Rewrites a path in the newest copy to go through the link, because Node resolves the link when it starts us. Other paths,
 * including those in older copies, are returned unchanged.
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
