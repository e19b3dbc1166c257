import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@twicewise/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { explainTarget, putInPlace, refuseTarget } from '../../src/bundles/target.ts';
import { seeded, TestCore, tempFolder } from '../harness.ts';
import { exportTo } from './bundle-harness.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Mounting a small disk needs root. */
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const selection = { everything: true } as const;

/** A memory whose bundle does not fit on the small disk. */
async function memory(): Promise<TestCore> {
  const random = seeded(1);
  const test = new TestCore();
  cleanups.push(() => test.remove());
  const text = () => Array.from({ length: 500 }, () => random().toString(36).slice(2)).join(' ');
  for (let n = 0; n < 30; n++) await test.store({ taskDescription: `lesson ${n}`, text: text() });
  return test;
}

function smallDisk(): string {
  const folder = tempFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  cleanups.push(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

async function ended(test: TestCore, path: string) {
  const { digest } = await test.call('bundle.previewExport', { selection });
  const { job } = await test.call('bundle.export', { selection, path, digest });
  // A job that waits for disk space does not end.
  while (test.core.busy()) await new Promise((resolve) => setImmediate(resolve));
  return (await test.call('job.get', { id: job.id })).job;
}

describe('an export to a place', () => {
  it.skipIf(!isRoot)('without space fails and says so, leaves nothing there, and the next one is written', async () => {
    const test = await memory();
    const folder = smallDisk();
    const job = await ended(test, join(folder, 'a.twicewise'));
    expect(job).toMatchObject({ state: 'failed', error: { code: 'invalid_input', reason: 'bad_file' } });
    expect(job.error?.message).toBe(`There is not enough space in ${folder} for this file; none was written.`);
    expect(readdirSync(folder)).toEqual([]);
    await exportTo(test, 'b.twicewise');
    expect((await test.call('host.status', {})).store.state).toBe('ready');
  });

  it.skipIf(!isRoot)('that is read-only fails and says so', async () => {
    const test = await memory();
    const folder = smallDisk();
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const job = await ended(test, join(folder, 'a.twicewise'));
    expect(job).toMatchObject({ state: 'failed', error: { code: 'invalid_input', reason: 'bad_file' } });
    expect(job.error?.message).toBe(`Nothing may be written in ${folder}.`);
  });

  it('by too long a name is refused before a job is made, and one as long as can be is written', async () => {
    const test = await memory();
    const { digest } = await test.call('bundle.previewExport', { selection });
    const path = join(test.folder, `${'n'.repeat(300)}.twicewise`);
    const failure = await test.fail('bundle.export', { selection, path, digest });
    expect(failure).toMatchObject({ code: 'invalid_input', message: 'The name of the file is too long.' });
    await exportTo(test, `${'n'.repeat(245)}.twicewise`);
  });

  it('below a file is refused before a job is made', async () => {
    const test = await memory();
    const { digest } = await test.call('bundle.previewExport', { selection });
    mkdirSync(join(test.folder, 'sub'));
    writeFileSync(join(test.folder, 'sub', 'file'), '');
    for (const below of ['file', 'file/deeper']) {
      const path = join(test.folder, 'sub', below, 'a.twicewise');
      expect(await test.fail('bundle.export', { selection, path, digest })).toMatchObject({ reason: 'bad_file' });
    }
    expect((await test.call('job.list', {})).items).toEqual([]);
  });
});

function folder(): string {
  const made = tempFolder();
  cleanups.push(() => rmSync(made, { recursive: true }));
  return made;
}

describe('a place', () => {
  const refused = (message: string, hint: string) =>
    expect.objectContaining({ code: 'invalid_input', reason: 'bad_file', message, hint });

  it('where no bundle can be written is refused in words that say why and what to do', () => {
    const inside = folder();
    const at = (name: string) => join(inside, name);
    mkdirSync(at('sub.twicewise'));
    writeFileSync(at('file.twicewise'), '');
    const places: [path: string, message: string, hint: string][] = [
      ['a.twicewise', 'The path is not absolute.', 'Give the absolute path of the file to write.'],
      [at('a\0.twicewise'), 'The path has a character NUL, which no file name has.', 'Leave it out.'],
      [at('a.zip'), 'a.zip does not end with .twicewise.', 'Give the file that ending.'],
      [at('no/a.twicewise'), `There is no folder ${at('no')}.`, 'Make it first, or choose another.'],
      [
        at('file.twicewise/a.twicewise'),
        `There is no folder ${at('file.twicewise')}.`,
        'Make it first, or choose another.',
      ],
      [at('sub.twicewise'), `${at('sub.twicewise')} is not a file.`, 'Choose another name.'],
      [at(`${'n'.repeat(300)}.twicewise`), 'The name of the file is too long.', 'Choose a shorter name.'],
    ];
    for (const [path, message, hint] of places)
      for (const overwrite of [false, true])
        expect(() => refuseTarget(path, overwrite), path).toThrow(refused(message, hint));
    const taken = `There is a file ${at('file.twicewise')} already; it was left as it is.`;
    expect(() => refuseTarget(at('file.twicewise'), false)).toThrow(
      refused(taken, 'Choose another name, or say to overwrite it.'),
    );
    expect(() => refuseTarget(at('file.twicewise'), true)).not.toThrow();
    expect(() => refuseTarget(at('new.twicewise'), false)).not.toThrow();
  });

  it.each([
    [
      'ENOSPC',
      'There is not enough space in /disk for this file; none was written.',
      'Make space there, or choose another folder.',
    ],
    [
      'EDQUOT',
      'There is not enough space in /disk for this file; none was written.',
      'Make space there, or choose another folder.',
    ],
    [
      'EFBIG',
      'There is not enough space in /disk for this file; none was written.',
      'Make space there, or choose another folder.',
    ],
    ['EACCES', 'Nothing may be written in /disk.', 'Choose another folder, or allow writing in this one.'],
    ['EPERM', 'Nothing may be written in /disk.', 'Choose another folder, or allow writing in this one.'],
    ['EROFS', 'Nothing may be written in /disk.', 'Choose another folder, or allow writing in this one.'],
    ['EIO', 'No file could be written in /disk (EIO).', 'Choose another folder, or see whether its disk is there.'],
  ])('where the disk says %s is explained', (code, message, hint) => {
    const said = Object.assign(new Error(code), { code, syscall: 'write' });
    expect(explainTarget(said, '/disk/a.twicewise')).toEqual(refused(message, hint));
  });

  it('is not blamed for what did not come from a disk', () => {
    for (const other of [
      new AppError({ code: 'conflict', reason: 'changed_since', message: 'm', hint: 'h' }),
      Object.assign(new Error('a program'), { code: 'ERR_SOME' }),
      Object.assign(new Error('a call'), { syscall: 'write' }),
      { code: 'EIO', syscall: 'write' },
    ])
      expect(explainTarget(other, '/disk/a.twicewise')).toBe(other);
  });
});

describe('a finished file', () => {
  const taken = (path: string) => ({
    code: 'invalid_input',
    reason: 'bad_file',
    message: `There is a file ${path} already; it was left as it is.`,
    hint: 'Choose another name, or say to overwrite it.',
  });

  it('gets its name alone, and takes the place of another only if asked to', () => {
    const inside = folder();
    const [part, path] = [join(inside, 'a.part'), join(inside, 'a')];
    writeFileSync(part, 'one');
    putInPlace(part, path, false);
    expect([readdirSync(inside), readFileSync(path, 'utf8')]).toEqual([['a'], 'one']);
    writeFileSync(part, 'two');
    expect(() => putInPlace(part, path, false)).toThrow(expect.objectContaining(taken(path)));
    expect(readFileSync(path, 'utf8')).toBe('one');
    putInPlace(part, path, true);
    expect([readdirSync(inside), readFileSync(path, 'utf8')]).toEqual([['a'], 'two']);
  });

  it.skipIf(!existsSync('/proc/self/fd'))('leaves nothing open', () => {
    const inside = folder();
    const [part, path] = [join(inside, 'a.part'), join(inside, 'a')];
    writeFileSync(part, 'one');
    const before = readdirSync('/proc/self/fd').length;
    putInPlace(part, path, false);
    expect(readdirSync('/proc/self/fd')).toHaveLength(before);
  });

  it('leaves a link that leads nowhere as it is', () => {
    const inside = folder();
    const [part, path] = [join(inside, 'a.part'), join(inside, 'a')];
    symlinkSync('/nowhere/at/all', path);
    writeFileSync(part, 'one');
    expect(() => putInPlace(part, path, false)).toThrow(expect.objectContaining(taken(path)));
    expect(readlinkSync(path)).toBe('/nowhere/at/all');
  });

  it('gets its name on a disk that has no links, and leaves there what has come meanwhile', () => {
    // No disk lets a folder have a second name, so that a folder stands for a file on a disk without links.
    const inside = folder();
    const [part, path] = [join(inside, 'a.part'), join(inside, 'a')];
    mkdirSync(part);
    putInPlace(part, path, false);
    expect(readdirSync(inside)).toEqual(['a']);
    mkdirSync(part);
    expect(() => putInPlace(part, path, false)).toThrow(expect.objectContaining(taken(path)));
    expect(readdirSync(inside)).toEqual(['a', 'a.part']);
  });
});
