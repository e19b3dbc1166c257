import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { say } from './verdicts.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A folder outside the main install, for tools that are too large for it. */
export interface OwnFolder {
  path: string;
  /** Resolves modules like a program in that folder. */
  require: NodeJS.Require;
}

/**
 * Installs tools of exactly these versions into a folder of their own under `.artefacts`, once. Throws if that fails: a check
 * that did not run must not look as if it had passed.
 */
export function ownFolder(name: string, dependencies: Readonly<Record<string, string>>): OwnFolder {
  const path = join(ROOT, '.artefacts', 'tools', name);
  const manifest = join(path, 'package.json');
  const wanted = JSON.stringify({ private: true, dependencies }, null, 2);
  if (!existsSync(join(path, 'node_modules')) || readFileSync(manifest, 'utf8') !== wanted) {
    mkdirSync(path, { recursive: true });
    writeFileSync(manifest, wanted);
    say(`fetching ${Object.keys(dependencies).join(', ')} (once)`);
    const arguments_ = [
      'install',
      '--omit=optional',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--loglevel=error',
    ];
    const { status } = spawnSync('npm', arguments_, { cwd: path, stdio: ['ignore', 'inherit', 'inherit'] });
    if (status !== 0)
      throw new Error(`npm could not fetch ${Object.keys(dependencies).join(', ')}; is there a network?`);
    // npm rewrites the file in its own format; the next run compares with ours.
    writeFileSync(manifest, wanted);
  }
  return { path, require: createRequire(join(path, 'package.json')) };
}
