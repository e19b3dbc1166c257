import type { Client } from './client.ts';

// learn.chatgpt.com/docs/codex: non-interactive mode, configuration reference (model_providers).

/** Tokens from which on the context is compacted. */
const LIMIT = 50_000;

/** Settings as options, so that the file in its home is what `connect` wrote and nothing else. */
function provider(model: string): string[] {
  const table = `{ name = "scripted", base_url = "${model}/v1", wire_api = "responses", env_key = "SCRIPTED_KEY" }`;
  const settings = [
    `model_providers.scripted=${table}`,
    'model_provider="scripted"',
    'model="gpt-5.4"',
    `model_auto_compact_token_limit=${LIMIT}`,
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

/** OpenAI's Codex. */
export const codex: Client = {
  id: 'codex',
  name: 'Codex',
  package: '@openai/codex',
  versions: ['0.169.0'],
  program: 'codex',
  environment: () => ({ SCRIPTED_KEY: 'scripted' }),
  start({ prompt, session, isFork = false }, { model }) {
    // Otherwise it asks before every command, and there is nobody to answer. With --json it does not say how a hook ended.
    const alone = ['--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust'];
    const past = session === undefined ? [] : [isFork ? 'fork' : 'resume', session];
    return { args: ['exec', ...provider(model), ...alone, ...past, prompt] };
  },
  sessionOf: (output) => /^session id: ([\w-]+)$/m.exec(output)?.[1] ?? null,
  shell: (command) => ({ name: 'exec_command', input: { cmd: command } }),
  write(path, text) {
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => `+${line}`);
    const patch = ['*** Begin Patch', `*** Add File: ${path}`, ...lines, '*** End Patch'].join('\n');
    return codex.shell(`apply_patch <<'EOF'\n${patch}\nEOF`);
  },
  subagent: (message) => ({ name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message } }),
  tool: (name, input) => ({ name, namespace: 'mcp__twicewise', input }),
  compaction: { inputTokens: LIMIT + 1 },
  cannot: { plugin: 'there is no plugin of ours for it' },
};
