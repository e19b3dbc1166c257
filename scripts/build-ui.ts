import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './processes.ts';

const root = join(import.meta.dirname, '..');
const INPUTS = ['packages/ui/src', 'packages/ui/vite.config.ts', 'packages/contract/src', 'package-lock.json'];
const STAMP = 'packages/ui/dist/.source-hash';

function filesOf(path: string): string[] {
  const full = join(root, path);
  const entries = readdirSync(full, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Hash over everything the built interface depends on. */
function sourceHash(): string {
  const hash = createHash('sha256');
  for (const input of INPUTS) {
    const files = /\.\w+$/.test(input) ? [join(root, input)] : filesOf(input).sort();
    for (const file of files) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Builds the interface unless the last build was of these very sources. */
export async function buildUi(): Promise<void> {
  const wanted = sourceHash();
  const stamp = join(root, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write('Building the interface…\n');
  rmSync(stamp, { force: true });
  const built = await run('vite', ['build', '--logLevel', 'warn'], { cwd: join(root, 'packages/ui') });
  if (built.code !== 0) throw new Error('The interface could not be built; the reason is above.');
  writeFileSync(stamp, wanted);
}
