import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, describe, expect, it } from 'vitest';

const folder = tempFolder('loading');
afterEach(() => folder.remove());

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Runs the command until it writes to standard output, and returns the files that its main thread has loaded. */
async function filesLoadedBy(...args: string[]): Promise<string[]> {
  const flags = ['--import', path('./count-modules.mjs')];
  const child = spawn(process.execPath, [...flags, path('../bin/twicewise.mjs'), ...args], { stdio: 'pipe' });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  await once(child, 'close');
  return [...said.matchAll(/^loaded (\S+)$/gm)].map(([, url = '']) => url);
}

describe('a host that starts', () => {
  it('loads the memory in its worker alone: agents wait for what the main thread loads', async () => {
    const files = await filesLoadedBy('serve', '--background', '--idle-end', '1', '--data', folder.path);
    const ofCore = files.filter((url) => url.includes('/packages/core/src/'));
    expect(files.length).toBeGreaterThan(100);
    expect(files.length).toBeLessThan(500);
    expect(ofCore.length).toBeGreaterThan(0);
    expect(ofCore.length).toBeLessThan(12);
  });
});

describe('a command that asks a running host', () => {
  it('does not load the memory', async () => {
    const host = await startHost();
    try {
      const files = await filesLoadedBy('call', 'host.status', '--data', host.ready.data);
      expect(files.length).toBeGreaterThan(50);
      expect(files.filter((url) => url.includes('/packages/core/src/')).length).toBeLessThan(12);
    } finally {
      await host.stop();
    }
  });
});
