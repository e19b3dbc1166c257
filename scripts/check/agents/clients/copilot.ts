import type { Client } from './client.ts';

// docs.github.com/copilot/how-tos/copilot-cli; `copilot help providers`.

/** Copilot CLI, by GitHub. */
export const copilot: Client = {
  id: 'copilot',
  name: 'Copilot CLI',
  package: '@github/copilot',
  versions: ['1.0.102'],
  program: 'copilot',
  environment: ({ model }) => ({
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_PROVIDER_API_KEY: 'scripted',
    COPILOT_MODEL: 'scripted',
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  start({ prompt, session }) {
    // It ignores the settings of a project that is not trusted.
    const past = session === undefined ? ['--trust-folder'] : [`--resume=${session}`];
    return { args: ['-p', prompt, '--allow-all-tools', '--output-format', 'json', '--no-color', ...past] };
  },
  logs: '.copilot/logs',
  sessionOf: (output) => /"sessionId":"([\w-]+)"/.exec(output)?.[1] ?? null,
  shell: (command) => ({ name: 'bash', input: { command, description: 'Runs the tests', mode: 'sync' } }),
  subagent: (prompt) => ({
    name: 'task',
    input: { name: 'tests', description: 'Runs the tests', prompt, agent_type: 'general-purpose', mode: 'sync' },
  }),
  tool: (name, input) => ({ name: `twicewise-${name}`, input }),
  cannot: {
    plugin: 'there is no plugin of ours for it',
    fork: 'it has no copies of sessions',
    transcript: 'its transcripts are of a format that is not read',
    nudge: 'its transcripts are of a format that is not read: nobody knows what was mended',
  },
  compaction: { prompt: '/compact' },
};
