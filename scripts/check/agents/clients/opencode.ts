import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from './client.ts';

// opencode.ai/docs: cli, providers, config.

/** Size of the model's context window, in tokens; near its end the context is compacted. */
const WINDOW = 100_000;

/** Its settings files in its home; it writes one or the other. */
const SETTINGS = ['.config/opencode/opencode.json', '.config/opencode/opencode.jsonc'];

/** opencode, by SST. */
export const opencode: Client = {
  id: 'opencode',
  name: 'opencode',
  package: 'opencode-ai',
  versions: ['1.18.33'],
  program: 'opencode',
  environment: ({ model }) => ({
    OPENCODE_CONFIG_CONTENT: JSON.stringify({
      model: 'scripted/scripted',
      autoupdate: false,
      share: 'disabled',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${model}/v1`, apiKey: 'scripted' },
          models: { scripted: { limit: { context: WINDOW, output: 4_000 } } },
        },
      },
    }),
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_AUTOUPDATE: '1',
  }),
  start({ prompt, session, isFork = false }) {
    const past = session === undefined ? [] : ['--session', session, ...(isFork ? ['--fork'] : [])];
    return { args: ['run', '--format', 'json', '--auto', ...past, prompt] };
  },
  sessionOf: (output) => /"sessionID":"(\w+)"/.exec(output)?.[1] ?? null,
  shell: (command) => ({ name: 'bash', input: { command, description: 'Runs the tests' } }),
  subagent: (prompt) => ({
    name: 'task',
    input: { description: 'Runs the tests', prompt, subagent_type: 'general' },
  }),
  tool: (name, input) => ({ name: `twicewise_${name}`, input }),
  compaction: { inputTokens: WINDOW - 1 },
  plugin: {
    install: (folder) => [['plugin', '--global', folder]],
    takeOut({ home }) {
      for (const path of SETTINGS.map((name) => join(home, name)).filter((one) => existsSync(one))) {
        writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), plugin: [] }));
      }
    },
    hasServer: false,
    settings: SETTINGS,
  },
  cannot: {
    complain: 'our plugin in it keeps to itself whatever goes wrong',
    transcript: 'it writes no transcript, its sessions are in a database of its own',
    nudge: 'its plugins cannot ask for one turn more',
  },
};
