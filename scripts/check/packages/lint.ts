import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { publint } from 'publint';

// What tools of the trade find wrong with a package: publint, and attw ("are the types wrong?").

const root = join(import.meta.dirname, '../../..');
const ATTW = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');

/** What the tools found wrong with one package. */
export interface Linted {
  publint: string[];
  attw: string[];
}

async function byPublint(tarball: string): Promise<string[]> {
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map(({ code, path }) => `${code} at ${path.join('.')}`);
}

/** Our libraries are ES modules alone, so what a require would get is no fault. */
function byAttw(tarball: string): string[] {
  const args = [ATTW, tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? [] : [`ended with ${status}: ${(stdout + stderr).slice(-600)}`];
}

/** What is wrong with a tarball; nothing if all is well. */
export async function lint(tarball: string): Promise<Linted> {
  return { publint: await byPublint(tarball), attw: byAttw(tarball) };
}

/** Packs a tarball anew without one of its files or folders; returns the path of the new one. */
export function packWithout(tarball: string, left: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const run = (program: string, args: string[], cwd: string) => {
    const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  run('tar', ['-xzf', tarball], folder);
  rmSync(join(folder, 'package', left), { recursive: true });
  const packed = join(folder, basename(tarball));
  run('tar', ['-czf', packed, 'package'], folder);
  return packed;
}
