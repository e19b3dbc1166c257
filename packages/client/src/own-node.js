// Plain JavaScript, because the command imports this under any Node, before TypeScript can be loaded.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Flags of a host. By default V8 lets the space for young objects grow to 128 MB under load, and never gives it back. It begins with
 * so little that collecting what a start leaves alive takes a fifth of the start.
 */
export const HOST_FLAGS = ['--min-semi-space-size=4', '--max-semi-space-size=8'];

/**
 * The npm package that contains Node 24 for a platform; macOS has none.
 * @param {string} [platform]
 * @param {string} [arch]
 */
export function nodePackage(platform = process.platform, arch = process.arch) {
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/**
 * Path of the Node that is installed, or packaged, with us; null if there is none. Searches as Node searches for packages, but
 * without resolving links, because a path through a link may be the only one that lasts.
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
