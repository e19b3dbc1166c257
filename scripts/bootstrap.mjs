// Needs only Node >= 18 without dependencies, because it runs before anything is installed. It installs what is missing, then
// runs one of the programs below under Node 24, which npm installs like everything else.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAMS = {
  start: ['scripts/start.ts'],
  test: ['scripts/test.ts'],
  gates: ['scripts/test.ts', '--only', 'gates'],
  package: ['scripts/package.ts'],
  'package:npm': ['scripts/package-npm.ts'],
  'package:plugins': ['scripts/package-plugins.ts'],
  bench: ['scripts/bench/main.ts'],
  'check:agents': ['scripts/check/agents.ts'],
  'check:attempts': ['scripts/check/attempts.ts'],
  'check:bundles': ['scripts/check/bundles.ts'],
  'check:causes': ['scripts/check/causes.ts'],
  'check:desktop': ['scripts/check/desktop.ts'],
  'check:durability': ['scripts/check/durability.ts'],
  'check:extraction': ['scripts/check/extraction.ts'],
  'check:history': ['scripts/check/history.ts'],
  'check:hook': ['scripts/check/hook.ts'],
  'check:layouts': ['scripts/check/layouts.ts'],
  'check:load': ['scripts/check/load.ts'],
  'check:retrieval': ['scripts/check/retrieval.ts'],
  'check:mcp': ['scripts/check/mcp.ts'],
  'check:mutation': ['scripts/check/mutation.ts'],
  'check:npm': ['scripts/check/npm.ts'],
  'check:package': ['scripts/check/package.ts'],
  'check:packages': ['scripts/check/packages.ts'],
  'check:model': ['scripts/check/model.ts'],
  'check:recall': ['scripts/check/recall.ts'],
  'check:regex': ['scripts/check/regex.ts'],
  'check:screens': ['scripts/check/screens.ts'],
  'check:stuck': ['scripts/check/stuck.ts'],
  'check:ui': ['scripts/check/ui.ts'],
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name, ...rest] = process.argv.slice(2);
const program = PROGRAMS[name];
if (!program) fail(`Usage: node scripts/bootstrap.mjs ${Object.keys(PROGRAMS).join(' | ')}`);

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Installs what the lock file lists, unless the last install was for this same lock file and platform. */
async function install() {
  const stamp = join(root, 'node_modules', '.twicewise-install');
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isDone()) return;
  // An install removes what is there first. Tests that run from it must not do that to themselves.
  if (process.env.TWICEWISE_INSTALL === 'never') {
    fail('What is installed here is not what package-lock.json lists. Run npm start once, which installs it.');
  }
  const unlock = await lockInstall();
  try {
    if (isDone()) return;
    rmSync(stamp, { force: true });
    console.error('Installing dependencies (first run: about a minute)…');
    if ((await npmCi()) !== 0) {
      fail(
        'npm ci failed; its reason is above. If it names the registry, check that it can be reached, then try again.',
      );
    }
    writeFileSync(stamp, wanted);
  } finally {
    unlock();
  }
}

/**
 * Allows only one install at a time, because two would delete each other's files. Waits for another one; returns a function that
 * ends ours.
 */
async function lockInstall() {
  const folder = join(root, '.install-lock');
  const holder = join(folder, 'pid');
  const unlock = () => rmSync(folder, { recursive: true, force: true });
  for (let waited = 0; ; waited++) {
    try {
      mkdirSync(folder);
      writeFileSync(holder, String(process.pid));
      process.on('exit', unlock);
      return unlock;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    // A process that just created the folder may not have written its process id yet.
    const pid = Number(existsSync(holder) ? readFileSync(holder, 'utf8') : Number.NaN);
    if (waited > 2 && !isAlive(pid)) unlock();
    if (waited === 1) console.error('Another install runs in this folder; waiting for it…');
    await wait(500);
  }
}

function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs npm, the one that runs this script, without a shell: paths may contain spaces, and on Windows npm is a .cmd file. */
function npmCi() {
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.env.npm_node_execpath ?? process.execPath, [npm]] : ['npm', []];
  const child = spawn(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  let stopped = 0;
  const stop = (signal) => {
    // npm restores the folder before it ends; a second signal kills it at once.
    child.kill(stopped++ === 0 ? signal : 'SIGKILL');
    console.error('Stopping the install; npm puts the folder back first, which can take half a minute…');
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('exit', (code) => {
      for (const signal of SIGNALS) process.off(signal, stop);
      if (stopped > 0) process.exit(130);
      resolve(code ?? 1);
    });
  });
}

/** Node 24 is needed: better-sqlite3 needs N-API 10, and TypeScript then runs without a build. */
function modernNode() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve(`node-${platform}-${process.arch}/package.json`);
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return fail(
      `npm has no Node 24 for ${platform}-${process.arch}. Install Node 24 or newer and run the same command again.`,
    );
  }
}

await install();
const node = modernNode();
const [script, ...args] = program;
const child = spawn(node, [join(root, script), ...args, ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  },
});
for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
// The caller of a suite or check looks at nothing but the exit code.
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
// If npm is killed, it does not tell its children. What it started must then end too, and not keep the port and the data folder.
const above = parents();
setInterval(() => parents() !== above && child.kill('SIGTERM'), 1000).unref();

/** Ids of the processes that started this one: a shell, and the npm above it if the system tells (Linux). */
function parents() {
  try {
    const [, , npm] = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(/^.*\) | /);
    return `${process.ppid} ${npm}`;
  } catch {
    return String(process.ppid);
  }
}
