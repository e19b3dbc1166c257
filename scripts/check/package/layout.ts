import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeBeside, nodePackage } from '@twicewise/client/own-node';
import { findInstallation } from '../../../apps/desktop/src/main/installation.ts';

const PARTS = ['main', 'preload', 'renderer', 'host', 'ui', 'node_modules', 'package.json'];
const MODULES = [
  '@lat.md',
  'better-sqlite3',
  'sqlite-vec',
  'sqlite-vec-linux-x64',
  'sqlite-vec-linux-arm64',
  nodePackage(),
];
/** The folder of an organisation's packages, whatever its name. */
const SCOPE = /^node_modules\/@[^/]+$/;
const NEEDLESS = /\.(?:ts|tsx|map|cc|cpp|h|gyp|md)$|(?:^|[/.])(?:test|spec)s?[/.]|\.source-hash$|README/i;

/** Files that should not be in the archive, and files that are missing. */
export function layoutProblems(files: readonly string[]): string[] {
  const names = files.map((file) => file.replaceAll('\\', '/').slice(1));
  const parts = new Set(names.map((name) => name.split('/')[0] ?? ''));
  const modules = new Set(names.flatMap((name) => /^node_modules\/([^/]+)/.exec(name)?.[1] ?? []));
  const natives = names.filter((name) => /\.(?:node|so|dll|dylib)$/.test(name));
  return [
    ...PARTS.filter((part) => !parts.has(part)).map((part) => `${part} is missing`),
    ...[...parts].filter((part) => !PARTS.includes(part)).map((part) => `${part} has no business here`),
    ...[...modules].filter((name) => !MODULES.includes(name)).map((name) => `node_modules/${name} is not needed`),
    ...names.filter((name) => NEEDLESS.test(name) && !SCOPE.test(name)).map((name) => `${name} is not needed`),
    ...(natives.length === 2 ? [] : [`${natives.length} native parts instead of 2: ${natives.join(', ')}`]),
  ];
}

/** Files that other threads and programs load and that are missing next to the archive. */
export function unpackedProblems(archive: string): string[] {
  const { worker, entry } = findInstallation(join(archive, 'main'), true, process.platform === 'darwin');
  const modules = join(`${archive}.unpacked`, 'node_modules');
  const natives = existsSync(modules)
    ? readdirSync(modules, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:node|so)$/.test(name))
    : [];
  return [
    ...[fileURLToPath(worker), fileURLToPath(new URL('model/model-worker.js', worker)), entry].filter(
      (path) => !path.includes('app.asar.unpacked') || !existsSync(path),
    ),
    ...(nodeBeside(entry)?.startsWith(modules) ? [] : ['no Node for agents beside the archive']),
    ...(natives.length === 2 ? [] : [`native parts beside the archive: ${natives.join(', ') || 'none'}`]),
  ];
}
