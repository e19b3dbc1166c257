import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Named } from '../callers.ts';
import { folderNamed } from '../data-folder.js';

/** A command of the command line: takes its arguments and who gives them, answers the exit code. */
export type Command = (args: string[], asker: Named) => Promise<number>;

/** The arguments are wrong; exit code 2. */
export class UsageError extends Error {}

/** Parses arguments strictly. Answers null when help was asked for and printed. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
  help: string,
) {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help);
    return null;
  }
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
    requireFolder((parsed.values as { data?: unknown }).data);
    return parsed;
  } catch (error) {
    // The first sentence; what follows is about syntax that nobody asked for.
    const [what] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    throw new UsageError(`${what?.replace(/\.$/, '')}.\n\n${help}`);
  }
}

/** Refuses a data folder that is named by a URL which names none. */
function requireFolder(data: unknown): void {
  if (typeof data === 'string') folderNamed(data);
}

/** Refuses words that mean nothing to the command: a forgotten `--` must not work on another memory. */
export function refuseWords(words: readonly string[], help: string): void {
  if (words.length > 0) throw new UsageError(`${JSON.stringify(words[0])} means nothing here.\n\n${help}`);
}

/** A whole number within bounds. */
export function integer(name: string, value: string | undefined, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= max) return number;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}.`);
}
