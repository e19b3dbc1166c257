import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GateResult, runGate } from './gate.ts';

// npm compares what it installs with a hash in package-lock.json. An entry without a hash is installed whatever it contains.

interface LockEntry {
  link?: boolean;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  libc?: string[];
}

/** Programs for other platforms, whose hash was not available when the lock file was made. CONTRIBUTING.md says what to do. */
export const WITHOUT_HASH: readonly string[] = [
  '@biomejs/cli-android-arm64',
  '@biomejs/cli-android-x64',
  '@biomejs/cli-darwin-arm64',
  '@biomejs/cli-darwin-x64',
  '@biomejs/cli-linux-arm64-musl',
  '@biomejs/cli-linux-x64-musl',
  '@biomejs/cli-win32-arm64',
  '@biomejs/cli-win32-x64',
  '@tailwindcss/oxide-android-arm64',
  '@tailwindcss/oxide-darwin-arm64',
  '@tailwindcss/oxide-darwin-x64',
  '@tailwindcss/oxide-freebsd-x64',
  '@tailwindcss/oxide-win32-arm64-msvc',
  '@tailwindcss/oxide-win32-x64-msvc',
];

/** True for a program that a build on Linux with glibc does not install: nothing that we ship or test uses it. */
function isForElsewhere(name: string, { optional, os = [], libc = [] }: LockEntry): boolean {
  const elsewhere = (os.length > 0 && !os.includes('linux')) || libc.includes('musl') || name.endsWith('-musl');
  return optional === true && elsewhere;
}

function problemOf(name: string, entry: LockEntry, isListed: boolean): string | null {
  if (entry.integrity !== undefined)
    return isListed ? `${name} has a hash by now: take it off the list in scripts/verify-lock.ts` : null;
  if (!isListed) return `${name} has no integrity in package-lock.json: install it anew from a registry that has it`;
  return isForElsewhere(name, entry) ? null : `${name} may not go without a hash: it is installed here`;
}

/** Checks that the entries of the lock file have a hash, except for the listed ones. */
export function verifyLock(root: string, listed: readonly string[] = WITHOUT_HASH): GateResult {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  const entries = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);
  const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const problems = entries.flatMap(([place, entry]) => {
    const name = nameOf(place);
    return problemOf(name, entry, listed.includes(name)) ?? [];
  });
  const there = new Set(entries.map(([place]) => nameOf(place)));
  const gone = listed
    .filter((name) => !there.has(name))
    .map((name) => `${name} is on the list and not in the lock file`);
  const hashed = entries.filter(([, { integrity }]) => integrity !== undefined).length;
  return { problems: [...problems, ...gone], summary: `${hashed} of ${entries.length} entries have a hash` };
}

runGate(import.meta.url, 'verify-lock', (root) => verifyLock(root));
