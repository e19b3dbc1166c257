import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findClient, type Machine } from '../src/connect/clients.ts';

let home: string;
let remove: () => void;
beforeEach(() => {
  const folder = tempFolder('places');
  [home, remove] = [folder.path, folder.remove];
});
afterEach(() => remove());

/** Paths of a program's files on a machine, below the home folder. */
function filesOf(id: string, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv = {}): string[] {
  const where: Machine = { home, project: join(home, 'p'), platform, environment };
  return (findClient(id)?.files(where, 'user') ?? []).map(({ path }) => path.slice(home.length + 1));
}

describe('the files of a program', () => {
  it.each([
    ['vscode-insiders', 'linux', '.config/Code - Insiders/User/mcp.json'],
    ['vscode-insiders', 'darwin', 'Library/Application Support/Code - Insiders/User/mcp.json'],
    ['vscode-insiders', 'win32', 'AppData/Roaming/Code - Insiders/User/mcp.json'],
    ['vscodium', 'linux', '.config/VSCodium/User/mcp.json'],
    ['claude-desktop', 'darwin', 'Library/Application Support/Claude/claude_desktop_config.json'],
    ['claude-desktop', 'win32', 'AppData/Roaming/Claude/claude_desktop_config.json'],
    ['amp', 'linux', '.config/amp/settings.json'],
    ['kilo', 'linux', '.config/kilo/kilo.json'],
  ] as const)('of %s on %s: %s', (id, platform, path) => {
    expect(filesOf(id, platform)).toEqual([path]);
  });

  it('of Claude Desktop on Windows is in its package, where it came as one', () => {
    mkdirSync(join(home, 'AppData/Local/Packages/Claude_pzs8sxrjxfjjc'), { recursive: true });
    const own = 'AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/claude_desktop_config.json';
    expect(filesOf('claude-desktop', 'win32')).toEqual([own]);
    // On another system that folder makes no difference.
    expect(filesOf('claude-desktop', 'linux')).toEqual(['.config/Claude/claude_desktop_config.json']);
  });
});
