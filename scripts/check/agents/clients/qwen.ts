import type { Client } from './client.ts';

// qwenlm.github.io/qwen-code-docs: users/features/headless, users/configuration/settings.

/** Qwen Code, by Alibaba. */
export const qwen: Client = {
  id: 'qwen',
  name: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  versions: ['0.24.4'],
  program: 'qwen',
  environment: ({ model }) => ({
    OPENAI_API_KEY: 'scripted',
    OPENAI_BASE_URL: `${model}/v1`,
    OPENAI_MODEL: 'scripted',
    QWEN_CODE_NO_RELAUNCH: '1',
    QWEN_DEBUG_LOG_FILE: '1',
  }),
  start({ prompt, session, isFork = false }) {
    const past = session === undefined ? [] : ['--resume', session, ...(isFork ? ['--fork-session'] : [])];
    return { args: ['-p', prompt, '--yolo', '--auth-type', 'openai', '--output-format', 'stream-json', ...past] };
  },
  logs: '.qwen/debug',
  sessionOf: (output) => /"session_id":"([\w-]+)"/.exec(output)?.[1] ?? null,
  shell: (command) => ({ name: 'run_shell_command', input: { command, is_background: false } }),
  write: (path, content) => ({ name: 'write_file', input: { file_path: path, content } }),
  subagent: (prompt) => ({
    name: 'agent',
    input: { description: 'Runs the tests', prompt, subagent_type: 'general-purpose', run_in_background: false },
  }),
  tool: (name, input) => ({ name: `mcp__twicewise__${name}`, input }),
  compaction: { prompt: '/compress' },
  cannot: {
    nudge: 'it shows the person "Stop hook error" when a hook asks for one turn more',
    plugin: 'there is no plugin of ours for it',
  },
};
