import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { codexTrust, type HookTrust } from './codex-trust.ts';
import type { ConfigFile } from './config-file.ts';
import { CODEX } from './hook-events.ts';
import { nestedHooks } from './nested-hooks.ts';

const HOW = 'start "codex" in a terminal and choose "Trust all and continue" as it starts, or enter /hooks there.';

/** Why Codex does not run a hook, and what the person can do. */
const REASONS: Readonly<Record<Exclude<HookTrust, 'trusted'>, string>> = {
  untrusted: `Its hooks are not trusted yet, and Codex runs none before: ${HOW}`,
  changed: `Its hooks were changed since you trusted them, and Codex runs none before you do so again: ${HOW}`,
  off: 'Its hooks are switched off in Codex: enter /hooks there to switch them on.',
};

/** Codex stores which hooks the person trusts in its `config`, apart from the hooks. A changed entry must be trusted again. */
export function codexHooks(path: string, config: string): ConfigFile {
  return nestedHooks(path, CODEX, (_settings, text) => {
    const trust = trustIn(text, path, config);
    return trust === 'trusted' ? [] : [REASONS[trust]];
  });
}

function trustIn(hooks: string, path: string, config: string): HookTrust {
  if (!existsSync(config)) return 'untrusted';
  const paths = existsSync(path) ? [path, realpathSync(path)] : [path];
  try {
    return codexTrust(hooks, paths, readFileSync(config, 'utf8'));
  } catch {
    // Codex cannot read the file either. The check of the server entry reports that it is not valid TOML.
    return 'untrusted';
  }
}
