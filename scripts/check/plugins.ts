import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PRODUCT } from '@twicewise/contract';
import { packagePlugins } from '../package-plugins.ts';
import { claudeCode } from './agents/clients/claude-code.ts';
import type { Client } from './agents/clients/client.ts';
import { installClient } from './agents/install.ts';
import { countOf, lessonAtStart, runScript, START_WORD } from './agents/scenarios/scenario.ts';
import { DATA_FOLDER, makeWorkplace } from './agents/workplace.ts';
import { conclude, exactly, type Verdict } from './verdicts.ts';

// `npm run check:plugins`: the plugin of Claude Code, validated, installed from its marketplace, used and taken out again by the
// real program, with a scripted model. What reached the model is read in its requests.

const [version = ''] = claudeCode.versions;
const found = installClient(claudeCode.package, version, claudeCode.program);
if ('missing' in found) throw new Error(`Claude Code ${version} could not be had: ${found.missing}`);
const { program } = found;
const marketplace = join(packagePlugins(), 'claude-code');

const SERVER = `mcp__plugin_${PRODUCT.command}_${PRODUCT.mcpKey}`;

/** Claude Code with the memory of the workplace, and leave to use the tools of the plugin. */
const client: Client = {
  ...claudeCode,
  environment: (place) => ({
    ...claudeCode.environment(place),
    [PRODUCT.dataVariable]: join(place.home, DATA_FOLDER),
  }),
  start(turn, place) {
    const { args } = claudeCode.start(turn, place);
    return { args: [...args, SERVER] };
  },
  tool: (name, input) => ({ name: `${SERVER}__${name}`, input }),
};

const place = await makeWorkplace(client, program);
const verdicts: Verdict[] = [];
const note = (what: string, holds: boolean, words: string) =>
  verdicts.push({ id: 'D', what, found: words.trim().replaceAll(/\s+/g, ' ').slice(-80), state: exactly(holds) });

/** Runs a command of the program as a person does at a shell. */
function manage(...args: string[]): { ok: boolean; output: string } {
  const env = { HOME: place.home, PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':') };
  const { status, stdout, stderr } = spawnSync(program, ['plugin', ...args], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { ok: status === 0, output: `${stdout}${stderr}` };
}

try {
  const valid = [marketplace, join(marketplace, 'plugin')].map((folder) => manage('validate', folder));
  note(
    'marketplace and plugin are valid',
    valid.every(({ ok }) => ok),
    valid.map(({ output }) => output).join(''),
  );
  const added = manage('marketplace', 'add', marketplace);
  const installed = manage('install', `${PRODUCT.command}@${PRODUCT.command}`);
  note('it is installed from its marketplace', added.ok && installed.ok, installed.output);
  await place.learn(lessonAtStart());
  const asked = await runScript(place, [{ calls: [client.tool('memory_brief', { task: 'anything' })] }]);
  note(
    'a lesson is told at the start of a session',
    countOf(START_WORD, asked.first) === 1,
    `${countOf(START_WORD, asked.first)} ×`,
  );
  note(
    'its tools are offered',
    asked.first?.tools.includes(`${SERVER}__memory_brief`) ?? false,
    asked.first?.tools.join(' ') ?? '',
  );
  const removed = [
    manage('uninstall', `${PRODUCT.command}@${PRODUCT.command}`),
    manage('marketplace', 'remove', PRODUCT.command),
  ];
  const settings = join(place.home, '.claude/settings.json');
  const left = existsSync(settings) && readFileSync(settings, 'utf8').includes(PRODUCT.command);
  note(
    'it leaves nothing in the settings',
    removed.every(({ ok }) => ok) && !left,
    removed.map(({ output }) => output).join(''),
  );
  const after = await runScript(place, []);
  note(
    'control: without it nothing is told',
    countOf(START_WORD, after.first) === 0,
    `${countOf(START_WORD, after.first)} ×`,
  );
} finally {
  await place.close();
}
process.exitCode = conclude(verdicts);
