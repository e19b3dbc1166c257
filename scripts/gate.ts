import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout that contains these scripts. */
export const CHECKOUT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Files of a checkout that git tracks or would track, relative and sorted, without deleted ones. */
export function projectFiles(root: string): string[] {
  // Ignores a person's own git settings for files to exclude everywhere.
  const git = ['-c', 'core.excludesFile=', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const output = execFileSync('git', git, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(output.split('\0').filter((file) => file !== '' && existsSync(join(root, file))))].sort();
}

/** The result of a gate: problems make it fail; the summary says how much was checked. */
export interface GateResult {
  problems: string[];
  summary: string;
}

/** Runs a gate if its file is the program that was started. Prints all problems; exits with 1 if there are any. */
export function runGate(url: string, name: string, check: (root: string) => GateResult): void {
  if (process.argv[1] !== fileURLToPath(url)) return;
  const root = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? CHECKOUT;
  const { problems, summary } = check(root);
  for (const problem of problems) console.error(`${name}: ${problem}`);
  console.log(`${name}: ${summary}${problems.length > 0 ? `; ${problems.length} problems` : ''}`);
  if (problems.length > 0) process.exitCode = 1;
}
