import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyChanges, planInsert, planRemove } from '../src/connect/change.ts';
import { findClient, type Surroundings } from '../src/connect/clients.ts';
import type { ConfigFile } from '../src/connect/config-file.ts';
import { thisProgram } from '../src/connect/program.ts';

// Programs that read all files of a folder: one of them is ours, and nothing else is in it.

let folder: ReturnType<typeof tempFolder>;
let where: Surroundings;
let backups: string;
beforeEach(() => {
  folder = tempFolder('own-files');
  where = { home: join(folder.path, 'a home'), project: folder.path, platform: 'linux', environment: {} };
  backups = join(folder.path, 'backups');
  mkdirSync(where.home);
});
afterEach(() => folder.remove());

const program = thisProgram('/data with space', null);
const NAMES = ['copilot', 'opencode', 'cline'];

function ownFileOf(id: string): ConfigFile {
  const file = findClient(id)
    ?.files(where, 'user')
    .find(({ isOwn }) => isOwn);
  if (!file) throw new Error('no such file');
  return file;
}

function enter(file: ConfigFile) {
  applyChanges(planInsert([file], program), backups, Date.now());
}

function takeOut(file: ConfigFile) {
  applyChanges(planRemove([file], program, backups), backups, Date.now() + 1);
}

describe.each(NAMES)('the file of our own in %s', (id) => {
  it('is made, corrected, and gone again, whoever entered it', () => {
    const file = ownFileOf(id);
    enter(file);
    expect(planInsert([file], program)).toEqual([]);
    expect(readFileSync(file.path, 'utf8')).toContain('/data with space');
    applyChanges(planInsert([file], thisProgram('/other data', 'x')), backups, Date.now());
    expect(readFileSync(file.path, 'utf8')).toContain('/other data');
    takeOut(file);
    expect(existsSync(file.path)).toBe(false);
    expect(planRemove([file], program, backups)).toEqual([]);
  });

  it('is left alone where somebody else has one of that name', () => {
    const file = ownFileOf(id);
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, '// mine\n');
    expect(() => enter(file)).toThrow('not ours');
    takeOut(file);
    expect(readFileSync(file.path, 'utf8')).toBe('// mine\n');
  });

  it('is left alone when it is read-only', () => {
    const file = ownFileOf(id);
    enter(file);
    const before = readFileSync(file.path, 'utf8');
    chmodSync(file.path, 0o400);
    expect(() => takeOut(file)).toThrow('read-only');
    expect(readFileSync(file.path, 'utf8')).toBe(before);
  });
});
