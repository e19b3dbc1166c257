import type { Client } from './client.ts';

// learn.chatgpt.com/docs/codex: non-interactive mode, configuration reference (model_providers).

/** Number of tokens at which the context is compacted. */
const LIMIT = 50_000;

/** Passes settings as options, so that the settings file contains only what `connect` wrote. */
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

/** Codex, by OpenAI. */
export const codex: Client = {
  id: 'codex',
  name: 'Codex',
  package: '@openai/codex',
  versions: ['0.169.0'],
  program: 'codex',
  environment: () => ({ SCRIPTED_KEY: 'scripted' }),
  start({ prompt, session, isFork = false }, { model }) {
    // Without these options it asks before every command, and nobody is there to answer. It is run without --json, because it
    // would then not report how a hook ended.
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
