import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codexTrust } from '../src/connect/codex-trust.ts';

// Both files are as Codex 0.169.0 left them after a person trusted every hook, except for the folder.
const FILE = '/home/x/.codex/hooks.json';
const HOOKS = `{
  "hooks": {
    "SessionStart": [
      { "hooks": [{ "type": "command", "command": "echo mine" }] },
      { "hooks": [{ "type": "command", "command": "exec /usr/bin/node '/opt/it''s/twicewise.mjs' hook SessionStart --agent codex --data /home/x/ä", "timeout": 10 }] }
    ],
    "PostToolUse": [
      {
        "matcher": "Bash",
        "hooks": [{ "type": "command", "command": "exec /usr/bin/node /opt/twicewise.mjs hook PostToolUse --agent codex", "timeout": 10 }]
      }
    ]
  }
}`;
const CONFIG = `[hooks.state]

[hooks.state."${FILE}:post_tool_use:0:0"]
trusted_hash = "sha256:3d70db91ee50bc69c24263fc34ca4f943dc6521a964b3ad02dd3fd7d3efd7e0f"

[hooks.state."${FILE}:session_start:0:0"]
trusted_hash = "sha256:c37a4e1773a17e87f09c4e1ffe5747beb7e7a88bddf0177e702abb0e845a9253"

[hooks.state."${FILE}:session_start:1:0"]
trusted_hash = "sha256:35267565e29ba9aa5f3bd54755c9cce1d31dfba742ccf861418c355ac75ad572"
`;

const trust = (hooks: string, config: string) => codexTrust(hooks, [FILE], config);

describe('what Codex thinks of our hooks', () => {
  it('is that they are trusted where each has the hash that it trusted', () => {
    expect(trust(HOOKS, CONFIG)).toBe('trusted');
    // Whether a hook of somebody else is trusted makes no difference.
    expect(trust(HOOKS, CONFIG.replace('c37a', 'c37b'))).toBe('trusted');
  });

  it.each([
    ['a command', '/opt/twicewise.mjs', '/opt/new/twicewise.mjs'],
    ['a time', '"timeout": 10', '"timeout": 11'],
    ['a matcher', '"Bash"', '"Shell"'],
  ])('is that they were changed since: %s', (_what, from, to) => {
    expect(trust(HOOKS.replace(from, to), CONFIG)).toBe('changed');
  });

  it('is that they are not trusted where it knows nothing of one', () => {
    expect(trust(HOOKS, '')).toBe('untrusted');
    expect(trust(HOOKS, CONFIG.replace('session_start:1:0', 'session_start:2:0'))).toBe('untrusted');
    expect(codexTrust(HOOKS, ['/elsewhere/hooks.json'], CONFIG)).toBe('untrusted');
  });

  it('is that they are off where all of them are', () => {
    const [one, all] = [/trusted_hash(?= = "sha256:3d)/, /trusted_hash/g].map((of) =>
      CONFIG.replace(of, 'enabled = false\ntrusted_hash'),
    );
    expect([trust(HOOKS, one ?? ''), trust(HOOKS, all ?? '')]).toEqual(['trusted', 'off']);
  });
});

describe('twicewise connect codex', () => {
  let home: string;
  let remove: () => void;
  beforeEach(() => {
    const folder = tempFolder('codex-trust');
    [home, remove] = [join(folder.path, 'home'), folder.remove];
    mkdirSync(join(home, '.codex'), { recursive: true });
  });
  afterEach(() => remove());

  const run = (...args: string[]) =>
    runCommand(['connect', ...args, '--data', join(home, 'memory')], {
      cwd: home,
      env: { ...process.env, HOME: home, CODEX_HOME: '' },
    });

  it('says that its hooks do not run before they are trusted, and so does the check until they are', async () => {
    const entered = await run('codex', '--yes');
    expect(entered.stdout).toContain('are not trusted yet');
    expect(entered.stdout).toContain('The hooks work once Codex runs them');
    expect(entered.stdout).not.toContain('The hooks work.');
    const unheard = await run('--check');
    expect([unheard.code, unheard.stdout]).toEqual([1, expect.stringContaining('not trusted yet')]);
    const hooks = join(home, '.codex/hooks.json');
    const config = join(home, '.codex/config.toml');
    const events = Object.keys(JSON.parse(readFileSync(hooks, 'utf8')).hooks);
    const labels = events.map((event) => event.replace(/\B[A-Z]/g, '_$&').toLowerCase());
    const state = labels.map((label) => `[hooks.state."${hooks}:${label}:0:0"]\nenabled = false\n`);
    writeFileSync(config, `${readFileSync(config, 'utf8')}\n${state.join('\n')}`);
    expect((await run('--check')).stdout).toContain('Its hooks are switched off');
  });
});
