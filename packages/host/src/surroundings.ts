import { join } from 'node:path';
import { homeFolder } from '@twicewise/client/data-folder';
import type { Surroundings } from '@twicewise/core';
import { resolvePastFolder, worktreeNames } from './past-folder.ts';

/** What core must know about this machine and its person. `entry` is the command's entry, if it is not this program's own. */
export function surroundings(data: string, environment: NodeJS.ProcessEnv, entry?: string): Surroundings {
  const claude = environment.CLAUDE_CONFIG_DIR || join(homeFolder(), '.claude');
  const codex = environment.CODEX_HOME || join(homeFolder(), '.codex');
  const gemini = join(environment.GEMINI_CLI_HOME || homeFolder(), '.gemini');
  const qwen = environment.QWEN_RUNTIME_DIR || environment.QWEN_HOME || join(homeFolder(), '.qwen');
  const transcripts = {
    'claude-code': join(claude, 'projects'),
    codex: join(codex, 'sessions'),
    gemini: join(gemini, 'tmp'),
    qwen: join(qwen, 'projects'),
  };
  // Programs are connected for the person in all projects, so there is no project folder.
  const where = { home: homeFolder(), project: homeFolder(), platform: process.platform, environment };
  return {
    resolveFolder: resolvePastFolder,
    worktreeNames,
    transcriptFolder: (agent) => transcripts[agent],
    // Loaded when a person asks: it is a twentieth of what every host would load at its start.
    clients: async () => (await import('./connect/connector.ts')).clientConnector(data, where, entry),
  };
}
