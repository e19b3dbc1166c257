import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram } from '../src/find-program.ts';

let folder: ReturnType<typeof tempFolder>;
beforeEach(() => {
  folder = tempFolder('program');
});
afterEach(() => folder.remove());

const found = (command?: string) => findProgram(command, join(folder.path, 'work'), { PATH: join(folder.path, 'bin') });

function file(path: string, text = ''): string {
  const full = join(folder.path, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

/** Installs the package `twicewise` as npm does, and returns its entry. */
function install(place: string): string {
  const bin = { twicewise: 'host/bin/twicewise.mjs' };
  file(`${place}/node_modules/twicewise/package.json`, JSON.stringify({ name: 'twicewise', bin }));
  return file(`${place}/node_modules/twicewise/host/bin/twicewise.mjs`);
}

const byOurNode = (entry: string) => ({ node: process.execPath, flags: [], entry });

describe('the command that starts a host', () => {
  it('is the one on PATH where the package is not installed, and none where neither is', () => {
    expect(found()).toBeNull();
    const entry = install('prefix');
    mkdirSync(join(folder.path, 'bin'));
    chmodSync(entry, 0o755);
    symlinkSync(entry, join(folder.path, 'bin/twicewise'));
    expect(found()).toEqual(byOurNode(entry));
  });

  it('is the package of the working folder, or of one above it, before that on PATH', () => {
    chmodSync(file('bin/twicewise'), 0o755);
    const entry = install('.');
    expect(found()).toEqual(byOurNode(entry));
  });

  it('is the one that is named, before any other', () => {
    install('.');
    const named = file('elsewhere/twicewise.mjs');
    expect(found(named)).toEqual(byOurNode(named));
  });

  it('is started as it is where it is no script', () => {
    const program = file('bin/twicewise');
    chmodSync(program, 0o755);
    expect(found()).toEqual({ node: program, flags: [], entry: null });
  });
});
