import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout that the scripts belong to. */
export const CHECKOUT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Files of a checkout that git tracks or would track, relative and sorted; deleted ones left out. */
export function projectFiles(root: string): string[] {
  // What a person's own git ignores everywhere is no matter of the checkout.
  const git = ['-c', 'core.excludesFile=', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const output = execFileSync('git', git, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(output.split('\0').filter((file) => file !== '' && existsSync(join(root, file))))].sort();
}

/** What a gate found: problems fail it, the summary says how much was looked at. */
export interface GateResult {
  problems: string[];
  summary: string;
}

/** Runs a gate when its file is the program: prints every problem, exits 1 when there is one. */
export function runGate(url: string, name: string, check: (root: string) => GateResult): void {
  if (process.argv[1] !== fileURLToPath(url)) return;
  const root = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? CHECKOUT;
  const { problems, summary } = check(root);
  for (const problem of problems) console.error(`${name}: ${problem}`);
  console.log(`${name}: ${summary}${problems.length > 0 ? `; ${problems.length} problems` : ''}`);
  if (problems.length > 0) process.exitCode = 1;
}
