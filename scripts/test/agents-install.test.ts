import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { installClient } from '../check/agents/install.ts';

/** A folder that contains a package whose program is `body`, and a folder for the installation. */
function packaged(body: string) {
  const { path, remove } = tempFolder('install');
  onTestFinished(remove);
  const source = join(path, 'source');
  mkdirSync(source);
  const manifest = { name: 'some-agent', version: '1.2.3', bin: { 'some-agent': 'agent.mjs' } };
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'agent.mjs'), `#!/usr/bin/env node\n${body}\n`, { mode: 0o755 });
  return { from: `file:${source}`, kept: join(path, 'kept') };
}

const hasNpm = spawnSync('npm', ['--version']).status === 0;

describe.skipIf(!hasNpm)('a client (needs npm beside Node or in the system)', () => {
  it('is installed once, into a folder of its own', () => {
    const { from, kept } = packaged('console.log("some-agent 1.2.3")');
    const installed = installClient('some-agent', from, 'some-agent', kept);
    if ('missing' in installed) throw new Error(installed.missing);
    expect(spawnSync(installed.program, { encoding: 'utf8' }).stdout).toBe('some-agent 1.2.3\n');
    const folders = readdirSync(kept);
    expect(installClient('some-agent', from, 'some-agent', kept)).toEqual(installed);
    expect(readdirSync(kept)).toEqual(folders);
  });

  it('that npm does not find is missing, with the reason, and leaves nothing that looks installed', () => {
    const { kept } = packaged('');
    const installed = installClient('some-agent', 'file:/nowhere/at-all', 'some-agent', kept);
    expect(installed).toEqual({ missing: expect.stringContaining('ENOENT') });
    expect(existsSync(kept) ? readdirSync(kept) : []).toEqual([]);
  });

  it('that npm installs but that does not run is missing, too', () => {
    const { from, kept } = packaged('console.error("no binary for this machine"); process.exit(1)');
    expect(installClient('some-agent', from, 'some-agent', kept)).toEqual({
      missing: 'installed, but does not run: no binary for this machine',
    });
    expect(readdirSync(kept)).toEqual([]);
  });
});
