import { basename, dirname, isAbsolute, join } from 'node:path';
import type { ProjectFolder } from '@twicewise/contract';
import type { Surroundings } from '@twicewise/core';
import { clientConnector } from './connect/connector.ts';
import { homeFolder } from './data-folder.js';
import { isThere, resolveFolder } from './project-folder.ts';

/**
 * The project that a folder stood for when somebody worked there. One that is gone (a removed worktree, a moved checkout)
 * counts to the repository around it, if there is one, else it is a project of its own.
 */
async function resolvePastFolder(folder: string): Promise<ProjectFolder> {
  // The name comes from a file: one on another machine must not be asked for, and a relative one means nothing here.
  const isLocal = isAbsolute(folder) && !/^[\\/]{2}/.test(folder);
  if (!isLocal) return { key: folder, root: folder, name: basename(folder) || folder };
  if (await isThere(folder)) return resolveFolder(folder);
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (!(await isThere(above))) continue;
    const found = await resolveFolder(above);
    // Outside of a repository the key is the folder itself, which stands for everything that ever was in it.
    if (found.key !== null && found.key !== found.root) return found;
    break;
  }
  return { key: folder, root: folder, name: basename(folder) };
}

/** What core is told of this machine and its person; `entry` is the command's, where it is not this program's own. */
export function surroundings(data: string, environment: NodeJS.ProcessEnv, entry?: string): Surroundings {
  const claude = environment.CLAUDE_CONFIG_DIR || join(homeFolder(), '.claude');
  const codex = environment.CODEX_HOME || join(homeFolder(), '.codex');
  const transcripts = { 'claude-code': join(claude, 'projects'), codex: join(codex, 'sessions') };
  // Programs are entered for the person everywhere, so there is no project folder to speak of.
  const where = { home: homeFolder(), project: homeFolder(), platform: process.platform, environment };
  return {
    resolveFolder: resolvePastFolder,
    transcriptFolder: (agent) => transcripts[agent],
    clients: clientConnector(data, where, entry),
  };
}
