import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodePackage } from '@twicewise/host';
import { startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryOfCopy, lastingEntry } from '../src/main/lasting-copy.ts';

const DIST = join(import.meta.dirname, '../dist');

let folder: ReturnType<typeof tempFolder>;
let mount: string;
let copies: string;
let logged: string[];
beforeEach(() => {
  folder = tempFolder('lasting-copy');
  [mount, copies, logged] = [join(folder.path, 'mount'), join(folder.path, 'data/app'), []];
  const beside = join(mount, 'resources/app.asar.unpacked');
  cpSync(join(DIST, 'host'), join(beside, 'host'), { recursive: true });
});
afterEach(() => folder.remove());

const entry = () => join(mount, 'resources/app.asar.unpacked/host/bin/twicewise.mjs');
const nodeIn = (beside: string) => join(beside, 'node_modules', nodePackage(), 'bin/node');
/** Adds the Node that a packaged app contains. */
function putNode() {
  const node = nodeIn(join(mount, 'resources/app.asar.unpacked'));
  mkdirSync(dirname(node), { recursive: true });
  cpSync(process.execPath, node);
}
const APP_IMAGE = { APPIMAGE: '/x.AppImage' };
function placeFor(version: string, environment: NodeJS.ProcessEnv = { ...APP_IMAGE, APPDIR: mount }) {
  return { folder: copies, version, environment, log: (message: string) => logged.push(message) };
}
const start = (version: string, environment?: NodeJS.ProcessEnv) =>
  lastingEntry(entry(), placeFor(version, environment));
const versions = () => readdirSync(copies).filter((name) => name !== 'current');

describe('what agents start of an AppImage', () => {
  it('is entered by the name that stays also by the copy itself, as by a host in the background', async () => {
    putNode();
    const host = await startHost({ data: dirname(copies) });
    const lasting = await start('1.0.0');
    const copied = nodeIn(join(copies, 'current/app.asar.unpacked'));
    // The packages that are not in the bundle; a packaged app contains them.
    symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder.path, 'node_modules'));
    mkdirSync(join(folder.path, '.cursor'));
    const connecting = spawn(copied, [lasting, 'connect', 'cursor', '--yes', '--data', dirname(copies)], {
      env: { HOME: folder.path, PATH: dirname(process.execPath) },
      stdio: 'ignore',
    });
    expect(await once(connecting, 'exit')).toEqual([0, null]);
    const { mcpServers } = JSON.parse(readFileSync(join(folder.path, '.cursor/mcp.json'), 'utf8'));
    expect(mcpServers.twicewise).toMatchObject({ command: copied, args: expect.arrayContaining([lasting]) });
    await host.stop();
  });

  it('lies in the data folder under a name that stays, and answers an agent when the mount is gone', async () => {
    putNode();
    const host = await startHost({ data: dirname(copies) });
    const lasting = await start('1.0.0');
    expect(lasting).toBe(join(copies, 'current/app.asar.unpacked/host/bin/twicewise.mjs'));
    rmSync(mount, { recursive: true });
    const copied = nodeIn(join(copies, 'current/app.asar.unpacked'));
    const bridge = spawn(copied, [lasting, 'mcp', '--data', dirname(copies)], {
      env: { HOME: folder.path, PATH: '' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    bridge.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    const [answer] = await once(createInterface(bridge.stdout), 'line');
    bridge.kill();
    expect(JSON.parse(answer).result.serverInfo.name).toBe('twicewise');
    await host.stop();
  });

  it('is the newest version; the one before stays for agents that run it, older ones go', async () => {
    const lasting = await start('1.0.0');
    expect(await start('1.0.0')).toBe(lasting);
    expect(versions()).toHaveLength(1);
    for (const version of ['1.1.0', '1.2.0']) {
      writeFileSync(entry(), `// ${version}`);
      mkdirSync(join(copies, 'src'), { recursive: true });
      expect(await start(version)).toBe(lasting);
      expect(readFileSync(lasting, 'utf8')).toBe(`// ${version}`);
    }
    expect(versions().map((name) => name.slice(0, 5))).toEqual(['1.1.0', '1.2.0', 'src']);
  });

  it('is made whole again where it was cut short, and of another build of the same version', async () => {
    const lasting = await start('1.0.0');
    const whole = readFileSync(lasting, 'utf8');
    writeFileSync(lasting, '');
    expect(readFileSync(await start('1.0.0'), 'utf8')).toBe(whole);
    writeFileSync(entry(), '// another build');
    expect(readFileSync(await start('1.0.0'), 'utf8')).toBe('// another build');
  });

  it('stays where it is when the app is installed', async () => {
    expect([await start('1.0.0', {}), existsSync(copies)]).toEqual([entry(), false]);
    expect(await start('1.0.0', { APPIMAGE: '/x.AppImage', APPDIR: `${mount}2` })).toBe(entry());
  });

  it('stays where it is when it cannot be copied, and the log says so', async () => {
    mkdirSync(dirname(copies), { recursive: true });
    symlinkSync('/dev/null', copies);
    expect([await start('1.0.0'), logged]).toEqual([entry(), [expect.stringContaining('could not be copied')]]);
  });

  it('leaves nothing half copied when that fails on the way', async () => {
    execFileSync('mkfifo', [join(mount, 'resources/app.asar.unpacked/pipe')]);
    expect([await start('1.0.0'), logged.length, readdirSync(copies)]).toEqual([entry(), 1, []]);
  });

  it('is known by its name before the copy of an update is made', async () => {
    expect(entryOfCopy(entry(), placeFor('1.0.0'))).toBe(null);
    const lasting = await start('1.0.0');
    writeFileSync(entry(), '// update');
    expect(entryOfCopy(entry(), placeFor('1.1.0'))).toBe(lasting);
    expect(entryOfCopy(entry(), placeFor('1.1.0', {}))).toBe(null);
  });
});
