import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findHost } from '@twicewise/host';
import { tempFolder } from '@twicewise/testkit';
import { expect, test } from '../fixtures.ts';
import { findElectron, NO_ELECTRON } from './electron.ts';

test.skip(!findElectron(), NO_ELECTRON);

// The part of `npm start` that is our code.

const START = join(import.meta.dirname, '../../scripts/start.ts');

function start(data: string, env: Record<string, string>): { child: ChildProcess; said: () => string } {
  const child = spawn(process.execPath, [START, '--data', data], {
    env: { ...(process.env as Record<string, string>), DISPLAY: ':99', WAYLAND_DISPLAY: '', ...env },
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  return { child, said: () => said };
}

const ended = (child: ChildProcess) => expect.poll(() => child.exitCode ?? child.signalCode, { timeout: 20_000 });

test('npm start opens the app, says so, and Ctrl+C ends it', async () => {
  const folder = tempFolder('start');
  const electron = findElectron();
  const env = { ...electron?.env, ELECTRON_OVERRIDE_DIST_PATH: dirname(electron?.executablePath ?? '') };
  const { child, said } = start(folder.path, env);
  await expect.poll(() => findHost(folder.path)?.kind, { timeout: 30_000 }).toBe('desktop');
  expect(said()).toContain('Starting the desktop app.');
  child.kill('SIGINT');
  await ended(child).toBe(0);
  expect(findHost(folder.path)).toBeNull();
  folder.remove();
});

test('npm start goes on headless where there is no display, and where the app cannot start', async () => {
  const folder = tempFolder('start');
  const broken = tempFolder('electron');
  writeFileSync(join(broken.path, 'electron'), '#!/bin/sh\necho no screen for me >&2\nexit 3\n');
  chmodSync(join(broken.path, 'electron'), 0o755);
  const cases = [
    { env: { DISPLAY: '' }, why: 'there is no display' },
    { env: { ELECTRON_OVERRIDE_DIST_PATH: broken.path }, why: 'the desktop app ended with 3' },
  ];
  for (const { env, why } of cases) {
    // A PATH without programs, so that no browser opens.
    const { child, said } = start(folder.path, { ...env, PATH: folder.path });
    await expect.poll(said, { timeout: 30_000 }).toContain('"ready":true');
    expect(said()).toContain(`Starting the headless host (${why})`);
    expect(said()).not.toContain('Fetching');
    child.kill('SIGINT');
    await ended(child).toBe(0);
  }
  folder.remove();
  broken.remove();
});
