import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@twicewise/contract';
import { makeFolder, writePrivate } from '@twicewise/memory/host-side';
import { createTwoFilesPatch } from 'diff';
import { type ConfigFile, UnfitFile } from './config-file.ts';
import type { OurCommand } from './our-command.ts';
import { replaceFile } from './replace-file.ts';

/** The change of one file. */
export interface Change {
  /** The file itself, where the program's path is a link to it. */
  readonly path: string;
  readonly holds: ConfigFile['holds'];
  /** Null when the file does not exist. */
  readonly before: string | null;
  /** Null to remove the file. */
  readonly after: string | null;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function refused(path: string, why: string, hint: string): AppError {
  return new AppError({
    code: 'refused',
    message: `${path} cannot be changed. ${why}`,
    hint: `${hint} Nothing was changed.`,
  });
}

/** Maximum size of a program's file, in bytes. Some hold past conversations and are large. */
const MAX_CONFIG_BYTES = 64 * 1024 * 1024;

/** The text of the file, or null. Throws `refused` when it is not a text file. */
function readText(path: string): string | null {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) return null;
  // Reading a pipe or a device would block until somebody ends it.
  if (!facts.isFile()) throw refused(path, 'It is not a file.', 'Look at what is there.');
  if (facts.size > MAX_CONFIG_BYTES) throw refused(path, `It has ${facts.size} bytes.`, 'Look at the file.');
  try {
    return UTF8.decode(readFileSync(path));
  } catch (error) {
    throw refused(path, `It cannot be read: ${(error as Error).message}.`, 'Look at the file.');
  }
}

/** Runs a change of text. Throws `refused` for a file that its program could not read. */
function fitting<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof UnfitFile)) throw error;
    const usual = 'Correct it, or enter the server by hand (--print shows what to enter).';
    throw refused(path, error.message, error.hint ?? usual);
  }
}

/** A file that its owner may not write must stay unchanged, even for root. */
function requireWritable(path: string): void {
  if (!existsSync(path)) return;
  if ((statSync(path).mode & 0o200) === 0)
    throw refused(path, 'It is read-only.', 'Make it writable, or use another scope.');
}

/** Returns the changed text after checking that only our entry changed. Throws {@link UnfitFile}. */
function onlyOurs(file: ConfigFile, before: string, after: string, isEntered: boolean): string {
  // A duplicate key is read from its last place and written at its first.
  const isSafe = file.has(after) === isEntered && isDeepStrictEqual(file.others(before), file.others(after));
  if (isSafe) return after;
  throw new UnfitFile('It is written in a way that cannot be changed safely; edit it by hand.');
}

/** Maximum number of links followed in a row; the same as on Linux. */
const MAX_LINKS = 40;

/** The file that a link leads to, even if it does not exist yet. Throws `refused` for circular links. */
function targetOf(path: string): string {
  let target = path;
  for (let links = 0; links <= MAX_LINKS; links++) {
    if (existsSync(target)) return realpathSync(target);
    const isLink = lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
    if (!isLink) return target;
    target = resolve(dirname(target), readlinkSync(target));
  }
  throw refused(path, 'It is a link that leads in a circle.', 'Look at the link.');
}

/** The changes that enter us in the program; none when we are already entered. */
export function planInsert(files: readonly ConfigFile[], ourCommand: OurCommand): Change[] {
  return files.flatMap((file) => {
    const path = targetOf(file.path);
    const before = readText(path);
    const text = before ?? '';
    const after = fitting(path, () => onlyOurs(file, text, file.insert(text, ourCommand), true));
    return after === before ? [] : [{ path, holds: file.holds, before, after }];
  });
}

/**
 * The changes that remove our entry. A file that was not edited since becomes byte for byte what it was before; in other files
 * only the entry is removed.
 */
export function planRemove(files: readonly ConfigFile[], ourCommand: OurCommand, backups: string): Change[] {
  return files.flatMap((file) => {
    const path = targetOf(file.path);
    const before = readText(path);
    if (before === null || !fitting(path, () => file.has(before))) return [];
    const original = originalOf(file, path, before, ourCommand, backups);
    const rest = () => onlyOurs(file, before, file.remove(before), false);
    const left = original ? original.text : fitting(path, rest);
    const isGone = file.isOwn && left?.trim() === '';
    return [{ path, holds: file.holds, before, after: isGone ? null : left }];
  });
}

/** Remarks about our entry in the files. */
export interface Remarks {
  /** Why the program runs none of our hooks, and how to fix it. */
  readonly obstacles: string[];
  readonly notes: string[];
}

/** Collects {@link Remarks}; files that do not exist yield none. */
export function remarksOn(files: readonly ConfigFile[]): Remarks {
  const said = (kind: keyof Remarks) =>
    files.flatMap((file) => {
      const text = readText(targetOf(file.path));
      return text === null ? [] : fitting(file.path, () => file[kind]?.(text) ?? []);
    });
  return { obstacles: said('obstacles'), notes: said('notes') };
}

/** Whether entering us in the program turns one text into the other. */
function makes(file: ConfigFile, from: string, to: string, ourCommand: OurCommand): boolean {
  try {
    // A copy made before a removal contains the entry itself.
    return !file.has(from) && file.insert(from, ourCommand) === to;
  } catch (error) {
    if (error instanceof UnfitFile) return false;
    throw error;
  }
}

/** The text from before we were entered in the program; a null text when the file did not exist. */
function originalOf(
  file: ConfigFile,
  path: string,
  text: string,
  ourCommand: OurCommand,
  backups: string,
): { text: string | null } | null {
  for (const backup of backupsOf(path, backups)) {
    const candidate = readText(backup);
    if (candidate !== null && makes(file, candidate, text, ourCommand)) return { text: candidate };
  }
  return makes(file, '', text, ourCommand) ? { text: null } : null;
}

function backupPrefix(path: string): string {
  return `${createHash('sha256').update(path).digest('hex').slice(0, 12)}-`;
}

/** Backups of a file, newest first. */
function backupsOf(path: string, backups: string): string[] {
  if (!existsSync(backups)) return [];
  const names = readdirSync(backups).filter((name) => name.startsWith(backupPrefix(path)));
  return names
    .sort()
    .reverse()
    .map((name) => join(backups, name));
}

/** The change as a diff: removed and added lines with some context. */
export function describeChange({ path, before, after }: Change): string {
  const [from, to] = [before === null ? '/dev/null' : path, after === null ? '/dev/null' : path];
  return createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, { context: 2 })
    .split('\n')
    .slice(1)
    .join('\n');
}

/**
 * Applies all changes or none. Copies each file to `backups` first and replaces it atomically, so that its program never reads
 * half a file. Returns the backups. Throws `refused` for a file that cannot be written, and `conflict` when a file changed since
 * it was read.
 */
export function applyChanges(changes: readonly Change[], backups: string, now: number): string[] {
  for (const { path } of changes) requireWritable(path);
  for (const { path, before } of changes) {
    if (readText(path) === before) continue;
    throw new AppError({
      code: 'conflict',
      reason: 'changed_since',
      message: `${path} was changed by another program meanwhile; nothing was changed.`,
      hint: 'Run the command again.',
    });
  }
  const done: Change[] = [];
  try {
    return changes.flatMap((change) => {
      const kept = applyOne(change, backups, now);
      done.push(change);
      return kept;
    });
  } catch (error) {
    for (const { path, before } of done.toReversed()) putBack(path, before);
    const { message } = error as Error;
    throw refused(changes[done.length]?.path ?? '', `${message}.`, 'See to its rights, or use another scope.');
  }
}

function putBack(path: string, before: string | null): void {
  if (before === null) rmSync(path, { force: true });
  else replaceFile(path, before);
}

function applyOne({ path, before, after }: Change, backups: string, now: number): string[] {
  const kept: string[] = [];
  if (before !== null) {
    makeFolder(backups);
    const stamp = new Date(now).toISOString().replace(/[:.]/g, '-');
    const backup = join(backups, `${backupPrefix(path)}${stamp}-${basename(path)}`);
    // Such files contain the person's credentials for other services.
    writePrivate(backup, before);
    kept.push(backup);
  }
  if (after === null) rmSync(path);
  else {
    makeFolder(dirname(path));
    replaceFile(path, after);
  }
  return kept;
}
