import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from './client.ts';

// geminicli.com/docs: cli/cli-reference, cli/headless, reference/configuration.

/** Gemini CLI, by Google. */
export const gemini: Client = {
  id: 'gemini',
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  versions: ['0.61.0'],
  program: 'gemini',
  environment: ({ model }) => ({
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  prepare({ home }) {
    mkdirSync(join(home, '.gemini'));
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    };
    writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings, null, 2));
  },
  start({ prompt, session }) {
    const past = session === undefined ? [] : ['--resume', session];
    return { args: ['-p', prompt, '--yolo', '--model', 'gemini-2.5-pro', '--output-format', 'stream-json', ...past] };
  },
  sessionOf: (output) => /"session_id":"([\w-]+)"/.exec(output)?.[1] ?? null,
  shell: (command) => ({ name: 'run_shell_command', input: { command } }),
  write: (path, content) => ({ name: 'write_file', input: { file_path: path, content } }),
  subagent: (prompt) => ({ name: 'invoke_agent', input: { agent_name: 'generalist', prompt } }),
  tool: (name, input) => ({ name: `mcp_twicewise_${name}`, input }),
  plugin: {
    // Without --consent it waits for input from a terminal.
    install: (folder) => [
      ['extensions', 'validate', folder],
      ['extensions', 'install', folder, '--consent', '--skip-settings'],
    ],
    remove: [['extensions', 'uninstall', 'twicewise']],
    hasServer: true,
    settings: ['.gemini/settings.json'],
  },
  cannot: {
    nudge: 'it shows the person "Agent execution blocked" when a hook asks for one turn more',
    fork: 'it has no copies of sessions',
    compact: 'it compresses for a person who asks, or past half of a million tokens',
  },
};
