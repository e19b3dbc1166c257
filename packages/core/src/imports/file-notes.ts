import { basename, relative } from 'node:path';
import { type EpisodesResult, shorten } from '@twicewise/contract';

/** Most files that a result names; the rest are counted. */
const MAX_NAMED = 20;
/** Longest reason beside a file, in UTF-16 units. */
export const MAX_REASON = 300;

/** Files with what is to say of each. */
export type FileNotes = EpisodesResult['notedFiles'];

/** The place of a file in what was asked for, with slashes: paths of the machine are nobody's business. */
export function nameIn(top: string, path: string): string {
  return top === path ? basename(path) : relative(top, path).replaceAll('\\', '/');
}

/** Notes with one more file, if there is something to say of it and room for it. */
export function withNote(known: FileNotes, file: string, reasons: readonly string[]): FileNotes {
  if (reasons.length === 0 || known.length >= MAX_NAMED) return known;
  return [...known, { file, reason: shorten(reasons.join('; '), MAX_REASON) }];
}
