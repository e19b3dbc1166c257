import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const root = join(import.meta.dirname, '..');
const LEFT_OUT = /(?:^|[\\/])(?:node_modules|dist|test)(?:[\\/]|$)/;

function filesOf(path: string): string[] {
  const full = join(root, path);
  if (/\.\w+$/.test(path)) return [full];
  const entries = readdirSync(full, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => !LEFT_OUT.test(file.slice(full.length + sep.length))).sort();
}

/** Hash of everything that a build depends on. */
function hashOf(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesOf)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Runs a build, unless the last build in this folder had the same inputs: files and folders of the checkout. */
export async function buildOnce(
  folder: string,
  announcement: string,
  inputs: readonly string[],
  build: () => Promise<void>,
): Promise<void> {
  const stamp = join(root, folder, '.source-hash');
  const wanted = hashOf(inputs);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write(`${announcement}\n`);
  rmSync(stamp, { force: true });
  await build();
  writeFileSync(stamp, wanted);
}
