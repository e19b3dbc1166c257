import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { BESIDE_ARCHIVE, CURRENT_COPY, copiesIn, removeCopy } from '@twicewise/host';

// What agents' programs start must stay at the same path. An AppImage is mounted at another place each time it runs, and only
// while it runs. So the files next to its archive are copied into the data folder, into one folder per version. A link with a
// permanent name leads to the newest.

/** True if a folder of the app disappears when the app ends. */
export function isFleeting(folder: string, { APPIMAGE, APPDIR }: NodeJS.ProcessEnv): boolean {
  return APPIMAGE !== undefined && APPDIR !== undefined && `${folder}${sep}`.startsWith(`${APPDIR}${sep}`);
}

/** Names and sizes of all files as one value. An incomplete copy, or another build, has a different value. */
function fingerprint(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const lines = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return `${relative(folder, path)} ${statSync(path).size}`;
  });
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 12);
}

/** Makes a complete copy at a path, or none at all. */
async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  await rm(partial, { recursive: true, force: true });
  try {
    await mkdir(partial, { recursive: true, mode: 0o700 });
    await cp(from, join(partial, BESIDE_ARCHIVE), { recursive: true });
    await rm(to, { recursive: true, force: true });
    await rename(partial, to);
  } catch (error) {
    // An incomplete copy may have filled the disk, so it is removed.
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Copies the files next to the archive into `folder`, unless this build is already there, and returns the permanent path. The
 * previous version stays for agents that still run it; older ones are removed. Throws file system errors.
 */
export async function lastingCopy(beside: string, folder: string, version: string): Promise<string> {
  const mark = fingerprint(beside);
  const name = `${version}-${mark}`;
  const copy = join(folder, name);
  const link = join(folder, CURRENT_COPY);
  if (!existsSync(join(copy, BESIDE_ARCHIVE)) || fingerprint(join(copy, BESIDE_ARCHIVE)) !== mark)
    await copyWhole(beside, copy);
  const before = existsSync(link) ? readlinkSync(link) : null;
  if (before !== name) {
    const next = `${link}.next`;
    rmSync(next, { force: true });
    symlinkSync(name, next);
    renameSync(next, link);
    for (const other of copiesIn(folder)) {
      if (other !== name && other !== before) removeCopy(folder, other);
    }
  }
  return join(link, BESIDE_ARCHIVE);
}

/** What {@link lastingEntry} needs. */
export interface CopiedTo {
  /** Folder of the copies. */
  readonly folder: string;
  readonly version: string;
  readonly environment: NodeJS.ProcessEnv;
  log(message: string, error: unknown): void;
}

/** The folder next to the archive that contains the command's entry: `<beside>/host/bin/twicewise.mjs`. */
const besideOf = (entry: string) => dirname(dirname(dirname(entry)));

/** The command's entry by its permanent name, if a copy of any version has it; else null. */
export function entryOfCopy(entry: string, { folder, environment }: CopiedTo): string | null {
  const beside = besideOf(entry);
  const copied = join(folder, CURRENT_COPY, BESIDE_ARCHIVE, relative(beside, entry));
  return isFleeting(beside, environment) && existsSync(copied) ? copied : null;
}

/** The command's entry at a permanent place. Unchanged if it already is at one, or if it cannot be copied. */
export async function lastingEntry(entry: string, { folder, version, environment, log }: CopiedTo): Promise<string> {
  const beside = besideOf(entry);
  if (!isFleeting(beside, environment)) return entry;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(await lastingCopy(beside, folder, version), relative(beside, entry));
  } catch (error) {
    log('what agents start could not be copied: programs that are connected now may lose it when the app ends', error);
    return entry;
  }
}
