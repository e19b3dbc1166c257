import { join } from 'node:path';
import { buildOnce } from './build-once.ts';
import { run } from './processes.ts';

const root = join(import.meta.dirname, '..');

/** Everything that the built interface depends on. */
const INPUTS = ['packages/ui/src', 'packages/ui/vite.config.ts', 'packages/contract/src', 'package-lock.json'];

/** Builds the interface, unless the last build was of the same sources. */
export async function buildUi(): Promise<void> {
  await buildOnce('packages/ui/dist', 'Building the interface…', INPUTS, async () => {
    // By its file: specs that are run by hand have only Node, git and the system on their PATH.
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const built = await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: join(root, 'packages/ui'),
    });
    if (built.code !== 0) throw new Error('The interface could not be built; the reason is above.');
  });
}
