import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from './client.ts';

// docs.cline.bot/cline-cli: CLI reference, configuration.

/** Cline, the command-line program. */
export const cline: Client = {
  id: 'cline',
  name: 'Cline CLI',
  package: 'cline',
  versions: ['3.0.65'],
  program: 'cline',
  environment: () => ({ CLINE_NO_AUTO_UPDATE: '1' }),
  prepare({ home, model }) {
    // The files that `cline auth` writes.
    const folder = join(home, '.cline/data/settings');
    mkdirSync(folder, { recursive: true });
    const provider = 'openai-compatible';
    const settings = { provider, apiKey: 'scripted', model: 'scripted', baseUrl: `${model}/v1` };
    const providers = { [provider]: { settings, updatedAt: new Date().toISOString(), tokenSource: 'manual' } };
    const written = { version: 1, lastUsedProvider: provider, modes: {}, providers };
    writeFileSync(join(folder, 'providers.json'), JSON.stringify(written, null, 2));
  },
  start: ({ prompt }) => ({ args: ['--json', '--provider', 'openai-compatible', prompt] }),
  // The output does not contain it. Each session has a folder, whose name begins with the time.
  sessionOf: (_output, { home }) => readdirSync(join(home, '.cline/data/sessions')).toSorted().at(-1) ?? null,
  shell: (command) => ({ name: 'run_commands', input: { commands: [command] } }),
  subagent: (task) => ({ name: 'spawn_agent', input: { systemPrompt: 'You run tests.', task } }),
  tool: (name, input) => ({ name: `twicewise__${name}`, input }),
  cannot: {
    plugin: 'there is no plugin of ours for it',
    transcript: 'it does not say where its transcript is',
    nudge: 'it does not say where its transcript is: nobody knows what was mended',
    complain: 'it says nothing of a hook that fails',
    resume: 'with --id it asks for a terminal',
    fork: 'it has no copies of sessions',
    compact: 'a session that can be gone on with needs a terminal',
  },
};
