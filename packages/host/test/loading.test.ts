import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COMMAND, startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, describe, expect, it } from 'vitest';

const folder = tempFolder('loading');
afterEach(() => folder.remove());

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const SOURCE = path('../bin/twicewise.mjs');
const isBuilt = COMMAND !== SOURCE;

/** Runs a command until it writes to standard output, and returns the files that its main thread has loaded. */
async function filesLoadedBy(entry: string, ...args: string[]): Promise<string[]> {
  const flags = ['--import', path('./count-modules.mjs')];
  const child = spawn(process.execPath, [...flags, entry, ...args], { stdio: 'pipe' });
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
    const files = await filesLoadedBy(SOURCE, 'serve', '--background', '--idle-end', '1', '--data', folder.path);
    const ofCore = files.filter((url) => url.includes('/packages/core/src/'));
    expect(files.length).toBeGreaterThan(100);
    expect(files.length).toBeLessThan(520);
    expect(ofCore.length).toBeGreaterThan(0);
    expect(ofCore.length).toBeLessThan(12);
  });

  it('begins the thread of its memory, which agents wait for longest, before it loads the schemas', async () => {
    const files = await filesLoadedBy(SOURCE, 'serve', '--background', '--idle-end', '1', '--data', folder.path);
    const begun = files.findIndex((url) => /^thread:.*\/worker\.ts$/.test(url));
    expect(begun).toBeGreaterThan(0);
    const ofContract = (urls: string[]) => urls.filter((url) => url.includes('/packages/contract/')).length;
    // Only what the folder of a memory is called by.
    expect(ofContract(files.slice(0, begun))).toBeLessThan(5);
    expect(ofContract(files.slice(begun))).toBeGreaterThan(50);
  });

  it.skipIf(!isBuilt)('imports no node:http, which would load an HTTP client', async () => {
    const serve = ['serve', '--background', '--idle-end', '1', '--data', folder.path];
    expect(await filesLoadedBy(COMMAND, ...serve)).not.toContain('node:http');
    // Negative control: the sources import it.
    expect(await filesLoadedBy(SOURCE, ...serve)).toContain('node:http');
  });
});

describe('a command that asks a running host', () => {
  it('does not load the memory', async () => {
    const host = await startHost();
    try {
      const files = await filesLoadedBy(SOURCE, 'call', 'host.status', '--data', host.ready.data);
      expect(files.length).toBeGreaterThan(50);
      expect(files.filter((url) => url.includes('/packages/core/src/')).length).toBeLessThan(12);
    } finally {
      await host.stop();
    }
  });

  // As it is built: in the checkout every module of the contract is loaded with any other.
  it.skipIf(!isBuilt)('loads no schemas: they take longer than the question, its way and its answer', async () => {
    const host = await startHost();
    const bytesLoadedBy = async (...args: string[]) => {
      const files = await filesLoadedBy(COMMAND, ...args);
      const own = files.filter((url) => url.startsWith('file:'));
      return own.reduce((sum, url) => sum + statSync(fileURLToPath(url)).size, 0);
    };
    try {
      for (const [name, ...args] of [
        ['call', 'host.status'],
        ['search', 'login'],
        ['brief', 'Fix it'],
      ] as const) {
        const bytes = await bytesLoadedBy(name, ...args, '--data', host.ready.data);
        expect(bytes, name).toBeGreaterThan(20_000);
        expect(bytes, name).toBeLessThan(150_000);
      }
      // Negative control: the list of the operations comes with their schemas.
      expect(await bytesLoadedBy('call', '--help')).toBeGreaterThan(300_000);
    } finally {
      await host.stop();
    }
  });
});
