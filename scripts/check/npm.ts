import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { packageForNpm } from '../package-npm.ts';
import { emptyMachine, problemsOf, systemNode } from './npm/empty-machine.ts';
import { bridgeAnswers, commandAnswers, modelAnswers } from './package/command.ts';
import { conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:npm`: packs the package `twicewise`, installs it on a machine that has nothing of ours, and uses it there:
// command, host with its page, bridge, hooks, built-in model, update and removal.

const folder = tempFolder('npm package');
const machine = emptyMachine(folder.path, systemNode());
const { home, installed, run } = machine;
const data = join(home, '.local/share/twicewise');

function verdict(what: string, problems: readonly string[], good: string): Verdict {
  return {
    id: 'J',
    what,
    found: problems.length === 0 ? good : problems.join('; '),
    state: exactly(problems.length === 0),
  };
}

/** Problems when a packaged host is asked for its page and the page's script. */
async function pageProblems(): Promise<string[]> {
  const args = [
    join(installed, 'host/bin/twicewise.mjs'),
    'serve',
    '--port',
    '0',
    '--data',
    join(folder.path, 'served'),
  ];
  const host = spawn(systemNode(), args, {
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const line = await new Promise<string>((resolve) => host.stdout.once('data', (part: Buffer) => resolve(`${part}`)));
    const { url } = JSON.parse(line.split('\n')[0] ?? '') as { url: string };
    const page = await fetch(url);
    const script = /src="([^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
    const { status } = await fetch(new URL(script, url));
    return page.status === 200 && script !== '' && status === 200
      ? []
      : [`page ${page.status}, script ${script} ${status}`];
  } finally {
    host.kill();
  }
}

/** Problems of a refusal: it must say what to do, and nothing may have been written to a client's settings. */
function refusalProblems({ status, stderr }: ReturnType<typeof run>): string[] {
  const isRefused = status === 2 && stderr.includes('npm install --global') && !existsSync(join(home, '.cursor'));
  return isRefused ? [] : [`ended with ${status}: ${stderr.slice(-400)}`];
}

/** Connects a program, and removes it again together with everything else. */
function connected(): string[] {
  mkdirSync(join(home, '.claude'));
  return problemsOf(run('twicewise', 'connect', 'claude-code', '--yes'), 'The server answers. The hooks work.');
}

/** Runs a command at a terminal where a person answers yes twice, each time after the question was printed. */
function atTerminal(command: string): ReturnType<typeof run> {
  const typing = 'sleep 4; echo y; sleep 4; echo y; sleep 4';
  return run('sh', '-c', `(${typing}) | script -qec '${command}' /dev/null`);
}

try {
  say('packing');
  const tarball = await packageForNpm();
  say('installing');
  const install = run('npm', 'install', '--global', '--no-audit', '--no-fund', '--prefix', machine.prefix, tarball);
  if (install.status !== 0) throw new Error(install.stderr);
  const node = systemNode();
  const version = run('node', '--version').stdout.trim();
  const kilobytes = `${Math.round(statSync(tarball).size / 1000)} KB`;
  const verdicts: Verdict[] = [
    verdict(`installs from one file, under Node ${version}`, problemsOf(run('twicewise', '--version'), '.'), kilobytes),
    verdict('the page comes with its script', await pageProblems(), 'both 200'),
    verdict('the command answers', await commandAnswers(node, installed), 'answers'),
    verdict('the bridge stores a lesson, and starts a host', await bridgeAnswers(node, installed), 'stored'),
    verdict('the built-in model answers', await modelAnswers(node, installed), 'a vector of 384 numbers'),
    verdict('a program is connected: its server answers, its hooks work', connected(), 'both'),
    verdict('the memory is well', problemsOf(run('twicewise', 'doctor'), 'Full check   fine'), 'fine'),
    verdict(
      'it is updated from a file',
      problemsOf(run('twicewise', 'update', tarball, '--yes'), 'Up to date'),
      'updated',
    ),
    verdict(
      'npx runs it without installing',
      problemsOf(run('npx', '--yes', '--package', tarball, 'twicewise', '--version'), '.'),
      'ran',
    ),
    verdict(
      'npx enters nothing that may vanish',
      refusalProblems(run('npx', '--yes', '--package', tarball, 'twicewise', 'connect', 'cursor', '--yes')),
      'refused, with what to do',
    ),
  ];
  const gone = await commandAnswers(node, installed, 'node_modules/better-sqlite3');
  verdicts.push(
    verdict('negative control: not without its native part', gone.length > 0 ? [] : ['it answers'], 'fails'),
  );
  const left = problemsOf(atTerminal('twicewise uninstall --delete-data'), 'The memory is deleted.');
  const traces = [join(home, '.claude.json'), join(data, 'memory.db'), installed].filter((path) => existsSync(path));
  const settings = join(home, '.claude/settings.json');
  if (existsSync(settings) && readFileSync(settings, 'utf8').includes('twicewise')) traces.push(settings);
  verdicts.push(verdict('it leaves without a trace, where a person says so', [...left, ...traces], 'nothing left'));
  process.exitCode = conclude(verdicts);
} finally {
  folder.remove();
}
