import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_LIMITS } from '@twicewise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';
import { exportTo } from './bundle-harness.ts';
import { declared, type Files, pack, renamed, unpacked } from './hostile-archives.ts';

// The archive of a bundle and its manifest: what is refused, in which words, and what is just within the limits.

let test: TestCore;
let files: Files;
beforeAll(async () => {
  test = new TestCore();
  await test.store({ taskDescription: 'only lesson' });
  files = await unpacked(await exportTo(test, 'good.twicewise'));
});
afterAll(() => test.remove());

const path = () => join(test.folder, 'b.twicewise');
const preview = () => test.call('bundle.preview', { path: path() });
const refusal = (at = path()) => test.fail('bundle.preview', { path: at });
const ADVICE = 'Export it again where it comes from.';

interface Manifest extends Record<string, unknown> {
  files: Record<string, unknown>[];
}

/** Packs the bundle with another manifest, which need not be right, and with other files. */
async function repacked(change: (manifest: Manifest) => unknown, more: Files = {}): Promise<void> {
  const { 'manifest.json': packed, ...rest } = { ...files, ...more };
  const manifest = JSON.parse(String(packed)) as Manifest;
  const changed = change(manifest) ?? manifest;
  const text = typeof changed === 'string' ? changed : JSON.stringify(changed);
  await pack(path(), { ...rest, 'manifest.json': Buffer.from(text) });
}

async function refused(message: string, hint = ADVICE): Promise<void> {
  expect(await refusal()).toMatchObject({
    code: 'invalid_input',
    reason: 'bad_file',
    message: `${message}; nothing was changed.`,
    hint,
  });
}

describe('a path that leads to no bundle', () => {
  it('is refused with what is wrong', async () => {
    const hint = 'Give the absolute path of a .twicewise file.';
    const none = (at: string) => ({
      reason: 'bad_file',
      message: `There is no file ${at}; nothing was changed.`,
      hint,
    });
    expect(await refusal('b.twicewise')).toMatchObject({
      message: 'The path is not absolute; nothing was changed.',
      hint,
    });
    const absent = join(test.folder, 'absent.twicewise');
    expect(await refusal(absent)).toMatchObject(none(absent));
    const folder = join(test.folder, 'folder.twicewise');
    mkdirSync(folder);
    expect(await refusal(folder)).toMatchObject(none(folder));
    for (const odd of [`${absent}\0`, `${absent}${'n'.repeat(300)}`])
      expect((await refusal(odd)).reason).toBe('bad_file');
    writeFileSync(path(), 'no archive');
    const { message, hint: advice } = await refusal();
    expect(message).toMatch(/^It cannot be read as an archive \(.*\); nothing was changed\.$/);
    expect(advice).toBe(ADVICE);
  });
});

describe('the manifest of a bundle', () => {
  it('is there, whole, and says what a manifest says', async () => {
    const { 'manifest.json': _none, ...rest } = files;
    await pack(path(), rest);
    await refused('It has no manifest', 'A bundle is what twicewise export writes.');
    await repacked((manifest) => ({ ...manifest, format: 'other' }));
    await refused('Its manifest is not one: format must be "twicewise-bundle"');
    await repacked((manifest) => ({ ...manifest, formatVersion: 0 }));
    expect((await refusal()).message).toContain('formatVersion must be at least 1');
    await repacked((manifest) => ({ ...manifest, formatVersion: '2' }));
    await refused('Its manifest is not one: formatVersion must be a number, not a text');
    await repacked((manifest) => ({ ...manifest, files: [{}] }));
    await refused('Its manifest is not one: files.0.name is missing; it must be a text');
    await repacked((manifest) => ({ ...manifest, formatVersion: 2, files: 'other' }));
    await refused('It has version 2 of the format', 'Update Twicewise: this one reads versions up to 1.');
    await repacked(() => 'null');
    expect((await refusal()).message).toContain('Its manifest is not one');
    await repacked(() => undefined);
    const archive = readFileSync(path());
    // The checksum in the entry of the directory that is the last one.
    const entry = archive.lastIndexOf(Buffer.from('504b0102', 'hex'));
    archive.writeUInt32LE(archive.readUInt32LE(entry + 16) ^ 1, entry + 16);
    writeFileSync(path(), archive);
    await refused('Its manifest is damaged');
  });

  it('has at most a mebibyte', async () => {
    const padded = (bytes: number) => (manifest: Manifest) => JSON.stringify(manifest).padEnd(bytes);
    await repacked(padded(BUNDLE_LIMITS.manifestBytes));
    expect((await preview()).product).toMatch(/^Twicewise /);
    await repacked(padded(BUNDLE_LIMITS.manifestBytes + 1));
    await refused('Its manifest is too large');
  });

  it('names each file once, with its kind and size', async () => {
    const once = 'Its manifest does not name each of its files once';
    await repacked((manifest) => ({ ...manifest, files: manifest.files.slice(1) }));
    await refused(once);
    await repacked((manifest) => ({ ...manifest, files: [...manifest.files, manifest.files[0]] }));
    await refused(once);
    await repacked((manifest) => ({
      ...manifest,
      files: manifest.files.map((file) => ({ ...file, kind: 'project' })),
    }));
    await refused(once);
    await repacked(() => undefined, { 'dreams.jsonl': Buffer.alloc(0) });
    await refused(once);
    const swapped = (fields: object) => (manifest: Manifest) => ({
      ...manifest,
      files: manifest.files.map((file) => (file.kind === 'turn' ? { ...file, ...fields } : file)),
    });
    await repacked(swapped({ name: 'dreams.jsonl' }));
    await refused('dreams.jsonl has another size than its manifest says');
    await repacked(swapped({ bytes: 1 }));
    await refused('turns.jsonl has another size than its manifest says');
    await repacked(swapped({ records: BUNDLE_LIMITS.records + 1 }));
    await refused('turns.jsonl has more than 2000000 records');
    await repacked(swapped({ records: BUNDLE_LIMITS.records }));
    await refused('turns.jsonl has 0 lines instead of 2000000');
  });
});

describe('the files of a bundle', () => {
  it('are no links, not encrypted, packed as others are, and each there once', async () => {
    const archive = readFileSync(join(test.folder, 'good.twicewise'));
    const entry = archive.indexOf(Buffer.from('504b0102', 'hex'));
    const patched = (offset: number, value: number) => {
      const copy = Buffer.from(archive);
      copy.writeUInt16LE(value, entry + offset);
      writeFileSync(path(), copy);
    };
    patched(8, 9);
    await refused('projects.jsonl is encrypted', 'Unpack it and export it without a password.');
    patched(10, 12);
    await refused('projects.jsonl is packed in an unknown way');
    patched(40, 0o120777);
    await refused('projects.jsonl is a link');
    writeFileSync(path(), renamed(archive, 'settings.jsonl', 'sessions.jsonl'));
    await refused('It holds sessions.jsonl twice');
  });

  it('can be unpacked', async () => {
    const archive = readFileSync(join(test.folder, 'good.twicewise'));
    // Nothing that is packed begins like this; the name of the first file and its header are 30 bytes and the name.
    archive.fill(0xff, 30 + 'projects.jsonl'.length, 50 + 'projects.jsonl'.length);
    writeFileSync(path(), archive);
    expect((await refusal()).message).toMatch(/^It cannot be read as an archive \(.*\); nothing was changed\.$/);
  });

  it('are UTF-8 without a mark in front', async () => {
    const [first] = String(files['reflections.jsonl']).split('\n');
    const lines = async (text: string | Buffer) =>
      pack(path(), declared({ ...files, 'reflections.jsonl': Buffer.concat([Buffer.from(text), Buffer.from('\n')]) }));
    await lines(`\u{feff}${first}`);
    expect((await refusal()).message).toContain('Line 1 of reflections.jsonl');
    await lines(Buffer.from([0x7b, 0xff]));
    await refused('Line 1 of reflections.jsonl is not UTF-8');
  });

  it('end with a line, and have as many as their manifest says', async () => {
    const lessons = files['reflections.jsonl'] ?? Buffer.alloc(0);
    await pack(path(), declared({ ...files, 'reflections.jsonl': lessons.subarray(0, -1) }));
    await refused('reflections.jsonl breaks off in its last line');
    await repacked((manifest) => {
      for (const file of manifest.files) if (file.kind === 'reflection') file.records = 2;
    });
    await refused('reflections.jsonl has 1 lines instead of 2');
  });

  it('have names of letters, digits and dashes, at most 41 before the ending, and none of a device', async () => {
    const named = async (name: string) => {
      await repacked(
        (manifest) => ({
          ...manifest,
          files: [
            ...manifest.files,
            {
              name,
              kind: 'dream',
              records: 0,
              bytes: 0,
              // Of no bytes at all.
              sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
            },
          ],
        }),
        { [name]: Buffer.alloc(0) },
      );
    };
    for (const name of [
      `${'a'.repeat(41)}.jsonl`,
      'a-1.jsonl',
      'console.jsonl',
      'com10.jsonl',
      'xcon.jsonl',
      'lpt.jsonl',
    ]) {
      await named(name);
      expect((await preview()).unknown, name).toEqual({ [`file ${name}`]: 0 });
    }
    const evil = [`${'a'.repeat(42)}.jsonl`, '1a.jsonl', 'a_b.jsonl', 'a.json', 'a.jsonl2', 'com1.jsonl', 'lpt9.jsonl'];
    for (const name of [
      ...evil,
      'con.jsonl',
      'prn.jsonl',
      'aux.jsonl',
      'nul.jsonl',
      'xmanifest.json',
      'x'.repeat(90),
    ]) {
      await named(name);
      await refused(`It holds a file with the name ${JSON.stringify(name.slice(0, 80))}, which no bundle has`);
    }
  });

  it('do not unpack together to far more than they are', async () => {
    const zeros = (bytes: number) => Buffer.alloc(bytes, '0');
    const with2 = (projects: Buffer, sources = Buffer.alloc(0)) =>
      pack(path(), declared({ ...files, 'projects.jsonl': projects, 'sources.jsonl': sources }));
    // Together they are too tight, each of them is not.
    const half = zeros(BUNDLE_LIMITS.tightBytes / 2);
    await with2(half, half);
    expect((await refusal()).message).toMatch(
      /^It would unpack to \d{8} bytes, which is too much for its \d{5}; nothing/,
    );
  });

  it('are at most 64', async () => {
    const empty = (n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, at) => [`f${at}.jsonl`, Buffer.alloc(0)]));
    const there = Object.keys(files).length;
    const fitting = empty(BUNDLE_LIMITS.files - there);
    const describedBy = (more: Files) => (manifest: Manifest) => {
      const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
      for (const name of Object.keys(more)) manifest.files.push({ name, kind: name, records: 0, bytes: 0, sha256 });
    };
    await repacked(describedBy(fitting), fitting);
    expect((await preview()).unknown).toMatchObject({ 'file f0.jsonl': 0 });
    const more = empty(BUNDLE_LIMITS.files - there + 1);
    await repacked(describedBy(more), more);
    await refused('It holds 65 files, more than 64');
  });
});
