// Plain JavaScript: the command reads this under any Node, before TypeScript can be loaded.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The package from npm that holds Node 24 for a platform; macOS has none.
 * @param {string} [platform]
 * @param {string} [arch]
 */
export function nodePackage(platform = process.platform, arch = process.arch) {
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/**
 * The Node that is installed, or packaged, with us; null where none is. Looked for as Node looks for packages, but without
 * following links: a path that leads over one may be the only one that lasts.
 * @param {string} entry File of the command's entry.
 */
export function nodeBeside(entry) {
  const inModules = join('node_modules', nodePackage(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  for (let folder = dirname(entry), above = ''; folder !== above; above = folder, folder = dirname(folder)) {
    const node = join(folder, inModules);
    if (existsSync(node)) return node;
  }
  return null;
}
