// Plain Node >= 18 without dependencies: runs before anything is installed. Sets up what is missing, then runs one of the
// programs below under Node 24, which comes from npm beside everything else.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAMS = {
  start: ['scripts/start.ts'],
  test: ['scripts/test.ts'],
  gates: ['scripts/test.ts', '--only', 'gates'],
  bench: ['scripts/bench/main.ts'],
  'check:durability': ['scripts/check/durability.ts'],
  'check:history': ['scripts/check/history.ts'],
  'check:hook': ['scripts/check/hook.ts'],
  'check:load': ['scripts/check/load.ts'],
  'check:retrieval': ['scripts/check/retrieval.ts'],
  'check:mcp': ['scripts/check/mcp.ts'],
  'check:regex': ['scripts/check/regex.ts'],
  'check:ui': ['scripts/check/ui.ts'],
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name, ...rest] = process.argv.slice(2);
const program = PROGRAMS[name];
if (!program) fail(`Usage: node scripts/bootstrap.mjs ${Object.keys(PROGRAMS).join(' | ')}`);

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Installs what the lock file says, unless the last install was for this very lock and platform. */
function install() {
  const stamp = join(root, 'node_modules', '.twicewise-install');
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).update(`${process.platform}-${process.arch}`).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(stamp, { force: true });
  console.error('Installing dependencies (first run: about a minute)…');
  // The npm that runs this script, without a shell: paths may hold spaces, and on Windows npm is a .cmd file.
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.env.npm_node_execpath ?? process.execPath, [npm]] : ['npm', []];
  const result = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0)
    fail('npm ci failed. Check that the npm registry can be reached, then run the same command again.');
  writeFileSync(stamp, wanted);
}

/** Node 24: better-sqlite3 needs N-API 10, and TypeScript runs without a build. */
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

install();
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
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
