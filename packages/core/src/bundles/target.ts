import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute } from 'node:path';
import { AppError, PRODUCT, quoted } from '@twicewise/contract';

function badPath(message: string, hint: string): AppError {
  return new AppError({ code: 'invalid_input', reason: 'bad_file', message, hint });
}

/** Refuses a path where a bundle cannot or may not be written, as far as can be checked in advance. */
export function refuseTarget(path: string, overwrite: boolean): void {
  try {
    look(path, overwrite);
  } catch (error) {
    throw explainTarget(error, path);
  }
}

function look(path: string, overwrite: boolean): void {
  if (!isAbsolute(path)) throw badPath('The path is not absolute.', 'Give the absolute path of the file to write.');
  if (path.includes('\0')) throw badPath('The path has a character NUL, which no file name has.', 'Leave it out.');
  if (extname(path) !== PRODUCT.bundleExtension) {
    throw badPath(`${basename(path)} does not end with ${PRODUCT.bundleExtension}.`, 'Give the file that ending.');
  }
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) {
    throw badPath(`There is no folder ${dirname(path)}.`, 'Make it first, or choose another.');
  }
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw badPath(`${quoted(path)} is not a file.`, 'Choose another name.');
  if (there && !overwrite) throw alreadyThere(path);
}

/**
 * Turns disk errors about the target into errors that explain them; passes others on. Use it only for target files: for the
 * memory's own disk the same errors make the job wait.
 */
export function explainTarget(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || code === undefined || syscall === undefined) return error;
  const folder = dirname(path);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return badPath(
      `There is not enough space in ${quoted(folder)} for this file; none was written.`,
      'Make space there, or choose another folder.',
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return badPath(
      `Nothing may be written in ${quoted(folder)}.`,
      'Choose another folder, or allow writing in this one.',
    );
  if (code === 'ENAMETOOLONG') return badPath('The name of the file is too long.', 'Choose a shorter name.');
  return badPath(
    `No file could be written in ${quoted(folder)} (${code}).`,
    'Choose another folder, or see whether its disk is there.',
  );
}

function alreadyThere(path: string): AppError {
  return badPath(
    `There is a file ${quoted(path)} already; it was left as it is.`,
    'Choose another name, or say to overwrite it.',
  );
}

/** Gives a finished file its final name, atomically, and never replaces a file without permission. */
export function putInPlace(part: string, path: string, overwrite: boolean): void {
  if (overwrite) renameSync(part, path);
  else {
    try {
      linkSync(part, path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') throw alreadyThere(path);
      // Some file systems have no links. Then another program could create the file between check and rename.
      if (existsSync(path)) throw alreadyThere(path);
      renameSync(part, path);
    }
    rmSync(part, { force: true });
  }
  syncFolder(dirname(path));
}

/** Makes the new name durable on systems that can sync folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
