import { type ParseArgsConfig, parseArgs } from 'node:util';
import { folderNamed } from '@twicewise/client/data-folder';
import type { Named } from '../callers.ts';

/** A command: takes its arguments and its caller, resolves with the exit code. */
export type Command = (args: string[], asker: Named) => Promise<number>;

/** The arguments are wrong; the exit code is 2. */
export class UsageError extends Error {}

/** Whether the arguments ask for the command's help. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

/** Parses arguments strictly. Returns null when help was requested and has been printed. */
export function readArguments<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
  help: string,
) {
  if (asksForHelp(args)) {
    process.stdout.write(help);
    return null;
  }
  try {
    const parsed = parseArgs({ args, options, allowPositionals: true, strict: true });
    requireFolder((parsed.values as { data?: unknown }).data);
    return parsed;
  } catch (error) {
    // Keeps the first sentence only; Node continues with advice on syntax.
    const [what] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    throw new UsageError(`${what?.replace(/\.$/, '')}.\n\n${help}`);
  }
}

/** Refuses a data folder given as a URL that names no folder. */
function requireFolder(data: unknown): void {
  if (typeof data === 'string') folderNamed(data);
}

/** Refuses extra arguments: with a forgotten `--` the command would work on another memory. */
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
