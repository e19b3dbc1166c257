import { basename, relative } from 'node:path';
import { type EpisodesResult, shorten } from '@twicewise/contract';

/** Maximum number of files named in a result; the rest are counted. */
const MAX_NAMED = 20;
/** Maximum length of the reason given for a file, in UTF-16 units. */
export const MAX_REASON = 300;

/** Files with notes on each. */
export type FileNotes = EpisodesResult['notedFiles'];

/** The path of a file relative to the requested one, with slashes. Absolute paths are private. */
export function nameIn(top: string, path: string): string {
  return top === path ? basename(path) : relative(top, path).replaceAll('\\', '/');
}

/** Adds a file to the notes, if it has a reason and there is room. */
export function withNote(known: FileNotes, file: string, reasons: readonly string[]): FileNotes {
  if (reasons.length === 0 || known.length >= MAX_NAMED) return known;
  return [...known, { file, reason: shorten(reasons.join('; '), MAX_REASON) }];
}
