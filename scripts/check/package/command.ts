import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { RpcClient } from '../../bench/json-rpc.ts';
import { exactly, type Verdict } from '../verdicts.ts';

/** The environment of an agent's program, without anything of npm or Electron. */
const ENV = { HOME: '/nonexistent', PATH: '/usr/bin:/bin' };
const entryOf = (beside: string) => join(beside, 'host/bin/twicewise.mjs');

/** Problems when the packaged command is asked for the status; the folder `without` is removed for this. */
export async function commandAnswers(node: string, beside: string, without?: string): Promise<string[]> {
  const folder = tempFolder('packaged');
  const gone = without === undefined ? null : join(beside, without);
  if (gone) renameSync(gone, `${gone}.away`);
  const args = [entryOf(beside), 'call', 'host.status', '{}', '--data', folder.path];
  const { status, stdout, stderr } = spawnSync(node, args, { cwd: folder.path, env: ENV, encoding: 'utf8' });
  if (gone) renameSync(`${gone}.away`, gone);
  folder.remove();
  return status === 0 && stdout.startsWith('{"ok":true')
    ? []
    : [`ended with ${status}: ${(stderr || stdout).slice(0, 300)}`];
}

/** Problems when an agent stores a lesson through the packaged bridge, on an empty folder. */
export async function bridgeAnswers(node: string, beside: string): Promise<string[]> {
  const folder = tempFolder('packaged');
  const args = [entryOf(beside), 'mcp', '--data', folder.path, '--idle-end', '1'];
  const child = spawn(node, args, { cwd: folder.path, env: ENV, stdio: ['pipe', 'pipe', 'ignore'] });
  try {
    const client = new RpcClient({ read: child.stdout, write: child.stdin });
    await client.initialize();
    await client.call('reflection_store', { taskDescription: 'packaged', outcome: 'failure', nextStrategy: 'look' });
    const { pid } = JSON.parse(readFileSync(join(folder.path, 'run/host.json'), 'utf8')) as { pid: number };
    process.kill(pid, 'SIGTERM');
    return [];
  } catch (error) {
    return [String(error).slice(0, 300)];
  } finally {
    child.kill();
    folder.remove();
  }
}

/** Problems when a packaged host must compute a vector with its built-in model. */
export async function modelAnswers(node: string, beside: string): Promise<string[]> {
  const folder = tempFolder('packaged');
  const host = spawn(node, [entryOf(beside), 'serve', '--background', '--data', folder.path], {
    env: ENV,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => host.stdout.once('data', resolve));
  const args = [entryOf(beside), 'call', 'embedding.test', '{}', '--as-person', '--data', folder.path];
  const { stdout } = spawnSync(node, args, { cwd: folder.path, env: ENV, encoding: 'utf8' });
  host.kill();
  folder.remove();
  return stdout.includes('"dimension":384') ? [] : [stdout.slice(0, 300)];
}

/** Runs the bridge under a Node that is too old for a host; it must use the one of the app. Empty if there is no such Node. */
export async function oldNode(beside: string): Promise<Verdict[]> {
  const node = ['/usr/bin/node', '/usr/local/bin/node'].find((path) => existsSync(path));
  const version = node ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim() : '';
  if (!node || Number(version.slice(1).split('.')[0]) >= 24) return [];
  const folder = tempFolder('packaged');
  const serve = [entryOf(beside), 'serve', '--background', '--data', folder.path];
  const host = spawn(process.execPath, serve, { env: ENV, stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => host.stdout.once('data', resolve));
  const child = spawn(node, [entryOf(beside), 'mcp', '--data', folder.path], {
    env: ENV,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const client = new RpcClient({ read: child.stdout, write: child.stdin });
  const problem = await client.initialize().then(
    () => null,
    (error) => String(error),
  );
  child.kill();
  host.kill();
  folder.remove();
  const what = 'the bridge reaches a running host under an older Node';
  return [{ id: 'P9', what, found: problem ?? version, state: exactly(problem === null) }];
}
