import type { Client } from './client.ts';

// code.claude.com/docs/en/cli-reference, .../headless, .../settings (environment variables).

/** The first session id in a stream of JSON lines. */
const SESSION = /"session_id":"([\w-]+)"/;

/** Claude Code, by Anthropic. */
export const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  versions: ['2.1.330', '2.0.54'],
  program: 'claude',
  environment: ({ model }) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  start({ prompt, session, isFork = false }) {
    const resumed = session === undefined ? [] : ['--resume', session, ...(isFork ? ['--fork-session'] : [])];
    const allowed = ['--allowedTools', 'Bash', 'Write', 'mcp__twicewise'];
    return { args: ['-p', prompt, '--output-format', 'stream-json', '--verbose', ...resumed, ...allowed] };
  },
  sessionOf: (output) => SESSION.exec(output)?.[1] ?? null,
  shell: (command) => ({ name: 'Bash', input: { command, description: 'Runs the tests' } }),
  write: (path, content) => ({ name: 'Write', input: { file_path: path, content } }),
  subagent: (prompt) => ({
    name: 'Task',
    input: { description: 'Runs the tests', prompt, subagent_type: 'general-purpose' },
  }),
  tool: (name, input) => ({ name: `mcp__twicewise__${name}`, input }),
  plugin: {
    install: (folder) => [
      ['plugin', 'validate', folder],
      ['plugin', 'validate', `${folder}/plugin`],
      ['plugin', 'marketplace', 'add', folder],
      ['plugin', 'install', 'twicewise@twicewise'],
    ],
    remove: [
      ['plugin', 'uninstall', 'twicewise@twicewise'],
      ['plugin', 'marketplace', 'remove', 'twicewise'],
    ],
    hasServer: true,
    settings: ['.claude/settings.json'],
  },
  compaction: { prompt: '/compact' },
  cannot: {},
};
