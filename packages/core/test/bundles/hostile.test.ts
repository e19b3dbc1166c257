import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { BUNDLE_LIMITS } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';
import { exportTo, filled, hashOf, importFrom } from './bundle-harness.ts';
import { declared, EVIL_NAMES, type Files, pack, placeholder, renamed, unpacked } from './hostile-archives.ts';
import { mutantOf } from './mutants.ts';

let from: TestCore;
let to: TestCore;
let good: string;
let files: Files;
let empty: string;
beforeAll(async () => {
  from = await filled();
  to = new TestCore();
  good = await exportTo(from, 'good.twicewise');
  files = await unpacked(good);
  empty = dump(to);
});
afterAll(async () => {
  await from.remove();
  await to.remove();
});

const path = () => join(to.folder, 'evil.twicewise');

async function refusal(): Promise<string> {
  const { reason, message } = await to.fail('bundle.preview', { path: path() });
  expect(reason).toBe('bad_file');
  const { job } = await to.call('bundle.import', { path: path(), digest: 'x' }).catch(() => ({ job: null }));
  if (job) expect((await to.ended(job.id)).state).toBe('failed');
  expect(dump(to)).toBe(empty);
  return message;
}

/** Packs the good bundle with one line changed. */
async function withLine(name: string, change: (line: string) => string | Buffer): Promise<string> {
  const [first = '', ...rest] = String(files[name]).split('\n');
  const changed = change(first);
  const line = typeof changed === 'string' ? Buffer.from(changed) : changed;
  await pack(path(), declared({ ...files, [name]: Buffer.concat([line, Buffer.from(`\n${rest.join('\n')}`)]) }));
  return refusal();
}

describe('an archive that is no bundle', () => {
  it('is refused by the name of a file, whatever it tries, and nothing is written anywhere (T38)', async () => {
    verifies('T38', 'P15');
    expect(EVIL_NAMES.length).toBeGreaterThanOrEqual(60);
    const around = () =>
      [dirname(to.folder), to.folder].map((folder) =>
        readdirSync(folder).filter((name) => name.includes('evil') && name !== 'evil.twicewise'),
      );
    const before = around();
    for (const name of EVIL_NAMES) {
      const harmless = placeholder(name);
      await pack(path(), { ...files, [harmless]: Buffer.from('{}\n') });
      writeFileSync(path(), renamed(readFileSync(path()), harmless, name));
      // Refused because of its name, before anything else is checked; the archive reader refuses some by itself.
      expect(await refusal(), name).toMatch(/which no bundle has|cannot be read as an archive/);
    }
    expect(around()).toEqual(before);
  });

  it('is refused when a file is a link, encrypted, there twice, or packed in another way', async () => {
    const archive = readFileSync(good);
    const directory = archive.indexOf(Buffer.from('504b0102', 'hex'));
    const patched = (offset: number, value: number) => {
      const copy = Buffer.from(archive);
      copy.writeUInt16LE(value, directory + offset);
      writeFileSync(path(), copy);
      return refusal();
    };
    expect(await patched(40, 0o120777)).toContain('is a link');
    expect(await patched(8, 9)).toContain('encrypted');
    expect(await patched(10, 12)).toContain('unknown way');
    writeFileSync(path(), renamed(archive, 'sessions.jsonl', 'settings.jsonl'));
    expect(await refusal()).toContain('twice');
  });

  it('is refused as a bomb: too tight, too many files, lying sizes, endless lines, deep JSON (T39)', async () => {
    verifies('T39', 'P15');
    const zeros = (bytes: number) => Buffer.alloc(bytes, '0');
    await pack(path(), declared({ ...files, 'projects.jsonl': zeros(20_000_000) }));
    expect(await refusal()).toContain('too much');
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}.jsonl`, Buffer.alloc(0)]));
    await pack(path(), { ...files, ...many });
    expect(await refusal()).toContain('more than 64');
    await pack(path(), declared({ ...files, 'projects.jsonl': zeros(BUNDLE_LIMITS.lineBytes + 1) }));
    expect(await refusal()).toContain('longer than');
    await pack(path(), { ...files, 'projects.jsonl': Readable.from([zeros(3_000_000)]) });
    expect(await refusal()).toContain('another size');
    const deep = `{"extra":${'['.repeat(500_000)}`;
    expect(await withLine('projects.jsonl', () => deep)).toContain('nested');
  });

  it('is refused for a line that is not what the format says', async () => {
    const name = 'reflections.jsonl';
    const swap = (what: string | RegExp, by: string) => withLine(name, (line) => line.replace(what, by));
    expect(await swap(/"outcome":"\w+"/, '"outcome":"great"')).toContain('outcome');
    expect(await swap('Parse', 'Par\\u0000se')).toContain('control character');
    expect(await swap('Parse', 'Par\\ud800se')).toContain('surrogate');
    expect(await swap(/"projectId":"proj_.{4}/, '"projectId":"proj_ZZZZ')).toContain('not in the bundle');
    expect(await swap('"extra":{}', '"extra":{},"ancestors":["__proto__"]')).toContain('ancestors');
    expect(await withLine(name, () => Buffer.from([0x7b, 0xff, 0xfe]))).toContain('UTF-8');
    expect(await withLine(name, (line) => `${line}\n${line}`)).toContain('twice');
    expect(await withLine(name, () => '[]')).toContain('no object');
  });

  it('is refused for a setting that no bundle carries: where texts are sent, or what this program does not know', async () => {
    expect(Object.keys(files)).toContain('settings.jsonl');
    for (const key of ['embedding.url', 'odd', 'keep:refl_1', 'view_1', '__proto__']) {
      const swapped = await withLine('settings.jsonl', (line) => line.replace(/"key":"[^"]*"/, `"key":"${key}"`));
      expect(swapped, key).toContain('key');
    }
  });

  it('is refused for an episode whose links go round, dangle or contradict, or whose items share an id (H)', async () => {
    const name = 'episodes.jsonl';
    const links = (text: string) => withLine(name, (line) => line.replace(/"links":\[[^\]]*\]/, `"links":[${text}]`));
    const link = (from: string, to: string, relation = 'causes') =>
      JSON.stringify({ basis: 'asserted_by_agent', from, relation, to });
    expect(await links(`${link('d001', 'e001')},${link('e001', 'd001')}`)).toContain('circle');
    expect(await links(link('d001', 'e999'))).toContain('not there');
    expect(await links(`${link('d001', 'e001')},${link('d001', 'e001', 'prevents')}`)).toContain('opposite');
    expect(await withLine(name, (line) => line.replace('"id":"e001"', '"id":"d001"'))).toContain('one id');
  });

  it('is refused when a file is not the one that the manifest means, though each line is right', async () => {
    const changed = String(files['reflections.jsonl']).replace('Parse', 'Purse');
    await pack(path(), { ...files, 'reflections.jsonl': Buffer.from(changed) });
    expect(await refusal()).toContain('is not the file');
  });

  it('is refused when it is of a newer format, with advice', async () => {
    const manifest = String(files['manifest.json']).replace('"formatVersion":1', '"formatVersion":2');
    await pack(path(), { ...files, 'manifest.json': Buffer.from(manifest) });
    const { hint } = await to.fail('bundle.preview', { path: path() });
    expect(hint).toContain('Update');
    expect(await refusal()).toContain('version 2');
  });

  it('is all or nothing however its bytes are changed, and leaves prototypes clean: 60 mutants of 5,000 (T40)', async () => {
    verifies('T40', 'P15');
    let core = new TestCore();
    try {
      for (let seed = 0; seed < 60; seed++) {
        await mutantOf(files, readFileSync(good), seed, path());
        const preview = await core.envelope('bundle.preview', { path: path() });
        if (!preview.ok) {
          expect(preview.error.code).not.toBe('internal');
          expect(dump(core)).toBe(empty);
        } else {
          expect(await importFrom(core, path())).toMatchObject({ state: 'done' });
          await core.remove();
          core = new TestCore();
        }
        expect(Object.keys(Object.prototype)).toEqual([]);
      }
    } finally {
      await core.remove();
    }
  });
});

describe('a bundle with more than is known here', () => {
  it('keeps unknown fields and a key __proto__ as data, and writes the same bytes again', async () => {
    const core = new TestCore();
    const changed = String(files['reflections.jsonl']).replace(
      '"extra":{',
      '"extra":{"__proto__":{"polluted":1}},"zeta":{"__proto__":[1]},"old":{',
    );
    const [first = ''] = changed.split('\n');
    JSON.parse(first);
    await pack(path(), declared({ ...files, 'reflections.jsonl': Buffer.from(changed) }));
    const { unknown } = await core.call('bundle.preview', { path: path() });
    expect(unknown).toEqual({ 'field zeta': 1, 'field old': 1 });
    await importFrom(core, path());
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const again = await unpacked(await exportTo(core, 'again.twicewise'));
    expect(JSON.parse(String(again['reflections.jsonl']).split('\n')[0] ?? '')).toEqual(JSON.parse(first));
    const other = new TestCore();
    await importFrom(other, join(core.folder, 'again.twicewise'));
    expect(hashOf(await exportTo(other, 'third.twicewise'))).toBe(hashOf(join(core.folder, 'again.twicewise')));
    await core.remove();
    await other.remove();
  });
});
