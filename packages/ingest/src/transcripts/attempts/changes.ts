import { shortHash } from '../../short-hash.ts';
import { commandsIn } from '../episode/shell.ts';
import { hunksOf } from '../hunks.ts';
import type { Edit } from '../steps.ts';
import type { ChangedFile, EditTrace } from './attempt.ts';

/** Maximum number of files named in an attempt. */
const MAX_FILES = 200;

/** Places whose files are no part of a project: temporary folders, and notes of the agent's program. */
const OUTSIDE = /^(?:\/private)?\/(?:tmp|var\/folders)\/|[\\/]\.claude[\\/](?:plans|projects|todos)[\\/]/;
/** Commands that change the project's files through a program: generators, and what adds a dependency. */
const GENERATES =
  /(?:^|[\s:])(?:generate|codegen)(?:[:\s]|$)|^go (?:get|mod tidy)\b|^mix deps\.get\b|^(?:npm (?:i|install)|pnpm add|yarn add|cargo add|pip install|poetry add|uv add) [^-\s.]/;

/** Files deleted or moved by the shell. Whole folders are what programs made, as a rule, and temporary files are no part of it. */
const REMOVES = /^(?:git )?(?:rm|mv) (?:-[fiv]{1,3} |-- )*(?!-|(?:\/private)?\/(?:tmp|var\/folders)\/)/;

/** True for an edit of a file of the project. Paths in the session's folder are relative. */
export function isOfProject({ path }: Edit): boolean {
  return !OUTSIDE.test(path);
}

/** True for a command that generates, deletes or moves files, or adds a dependency. A formatter is none: it tries nothing. */
export function changesFiles(command: string): boolean {
  return commandsIn(command).some((one) => GENERATES.test(one) || REMOVES.test(one));
}

/** Counts the lines of an edit in the files of an attempt. */
export function countEdit(files: Map<string, ChangedFile>, { path, before, after }: Edit): void {
  const known = files.get(path);
  if (!known && files.size >= MAX_FILES) return;
  const file = known ?? { path, added: 0, removed: 0 };
  for (const { gone, come } of hunksOf(linesOf(before), linesOf(after))) {
    file.added += come.length;
    file.removed += gone.length;
  }
  files.set(path, file);
}

/** Length of the hash of a text: within one session, 66 bits tell texts apart. */
const HASH_LENGTH = 11;
const hashOf = (text: string) => (text === '' ? '' : shortHash(text).slice(0, HASH_LENGTH));

/** What stays of an edit whose secrets were replaced. */
export function traceOf({ path, before, after }: Edit): EditTrace {
  return { path, before: hashOf(before), after: hashOf(after) };
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
