import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyChanges, planInsert, planRemove } from '../src/connect/change.ts';
import { findClient, type Machine } from '../src/connect/clients.ts';
import type { ConfigFile } from '../src/connect/config-file.ts';
import { findOurCommand } from '../src/connect/our-command.ts';

// Programs that read every file of a folder. We make one of these files; what a person adds to it stays theirs.

let folder: ReturnType<typeof tempFolder>;
let where: Machine;
let backups: string;
beforeEach(() => {
  folder = tempFolder('own-files');
  where = { home: join(folder.path, 'a home'), project: folder.path, platform: 'linux', environment: {} };
  backups = join(folder.path, 'backups');
  mkdirSync(where.home);
});
afterEach(() => folder.remove());

const program = findOurCommand('/data with space', null);
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
    applyChanges(planInsert([file], findOurCommand('/other data', 'x')), backups, Date.now());
    expect(readFileSync(file.path, 'utf8')).toContain('/other data');
    takeOut(file);
    expect(existsSync(file.path)).toBe(false);
    expect(planRemove([file], program, backups)).toEqual([]);
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

/** Changes the file after it was entered, as a person does. */
function edit(file: ConfigFile, change: (text: string) => string) {
  writeFileSync(file.path, change(readFileSync(file.path, 'utf8')));
}

describe('what a person adds to the file of hooks of Copilot', () => {
  const theirs = { type: 'command', bash: 'echo mine' };
  const hooksIn = (file: ConfigFile) => JSON.parse(readFileSync(file.path, 'utf8')).hooks;

  function added() {
    const file = ownFileOf('copilot');
    enter(file);
    edit(file, (text) => {
      const document = JSON.parse(text);
      document.hooks.preToolUse = [theirs];
      document.hooks.sessionStart.unshift(theirs);
      document.hooks.sessionEnd[0].env = { A: '1' };
      return JSON.stringify(document);
    });
    return file;
  }

  it('survives connecting from another place', () => {
    const file = added();
    applyChanges(planInsert([file], findOurCommand('/other data', 'x')), backups, Date.now());
    const hooks = hooksIn(file);
    expect([hooks.preToolUse, hooks.sessionStart[0], hooks.sessionStart.length]).toEqual([[theirs], theirs, 2]);
    expect(hooks.sessionEnd).toEqual([expect.objectContaining({ env: { A: '1' } })]);
    expect(hooks.sessionEnd[0].bash).toContain('/other data');
  });

  it('survives being taken out, also by an installation elsewhere', () => {
    const file = added();
    const elsewhere = findOurCommand('/other data', 'x');
    applyChanges(planRemove([file], elsewhere, backups), backups, Date.now());
    expect(hooksIn(file)).toEqual({ preToolUse: [theirs], sessionStart: [theirs] });
  });

  it('survives in a file of that name which was theirs', () => {
    const file = ownFileOf('copilot');
    mkdirSync(dirname(file.path), { recursive: true });
    const before = '{ "version": 1, "hooks": { "preToolUse": [{ "type": "command", "bash": "echo mine" }] } }\n';
    writeFileSync(file.path, before);
    enter(file);
    expect(hooksIn(file).preToolUse).toEqual([theirs]);
    takeOut(file);
    expect(readFileSync(file.path, 'utf8')).toBe(before);
  });
});

describe.each(['opencode', 'cline'])('what a person adds to the code of ours in %s', (id) => {
  it('is left alone where somebody else has a file of that name', () => {
    const file = ownFileOf(id);
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, '// mine\n');
    expect(() => enter(file)).toThrow('not ours');
    takeOut(file);
    expect(readFileSync(file.path, 'utf8')).toBe('// mine\n');
  });

  it('survives around it: connecting from another place, and being taken out', () => {
    const file = ownFileOf(id);
    enter(file);
    edit(file, (text) => `// before\n${text}export const mine = 1;\n`);
    expect(planInsert([file], program)).toEqual([]);
    applyChanges(planInsert([file], findOurCommand('/other data', 'x')), backups, Date.now());
    const text = readFileSync(file.path, 'utf8');
    expect([text.startsWith('// before\n//'), text.endsWith('end\nexport const mine = 1;\n')]).toEqual([true, true]);
    expect([text.includes('/other data'), text.includes('/data with space')]).toEqual([true, false]);
    takeOut(file);
    expect(readFileSync(file.path, 'utf8')).toBe('// before\nexport const mine = 1;\n');
  });

  it('is not lost in the middle of it: nothing is touched, and what to do is said', () => {
    const file = ownFileOf(id);
    enter(file);
    edit(file, (text) => text.replace('\n', '\n// mine\n'));
    const before = readFileSync(file.path, 'utf8');
    const another = findOurCommand('/other data', 'x');
    for (const act of [() => planInsert([file], another), () => planRemove([file], another, backups)]) {
      expect(act).toThrow(
        expect.objectContaining({ code: 'refused', hint: expect.stringContaining('delete this one') }),
      );
    }
    expect(readFileSync(file.path, 'utf8')).toBe(before);
  });
});

/** Files of earlier versions, which put no marks around our code. */
const UNMARKED = join(import.meta.dirname, 'unmarked-files');

describe.each(readdirSync(UNMARKED))('a file without marks of an earlier version, %s', (name) => {
  const unmarked = readFileSync(join(UNMARKED, name), 'utf8');
  const id = name.replace(/-.*/, '');

  function put(text: string): ConfigFile {
    const file = ownFileOf(id);
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, text);
    return file;
  }

  it('is corrected and taken out, and goes', () => {
    const file = put(unmarked);
    enter(file);
    const corrected = readFileSync(file.path, 'utf8');
    expect([corrected.includes('/data with space'), corrected.includes('/home/someone')]).toEqual([true, false]);
    takeOut(put(unmarked));
    expect(existsSync(file.path)).toBe(false);
  });

  it.skipIf(id === 'copilot')('is left alone where somebody added to it', () => {
    const file = put(`${unmarked}export const mine = 1;\n`);
    expect(() => takeOut(file)).toThrow('was changed');
    expect(() => enter(file)).toThrow('was changed');
    expect(readFileSync(file.path, 'utf8')).toBe(`${unmarked}export const mine = 1;\n`);
  });
});
