import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUNDLE_KINDS, BUNDLE_LIMITS, type BundleKind } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import yauzl from 'yauzl';
import { openBundle } from '../../src/bundles/open-bundle.ts';
import type { Carried } from '../../src/bundles/record-lines.ts';
import { type CarriedRecords, isTooTight, writeBundle } from '../../src/bundles/write-bundle.ts';
import { hashOf } from './bundle-harness.ts';
import { unpacked } from './hostile-archives.ts';

// The file of a bundle by itself: what stands in it, byte by byte, and what comes of a fault while it is written.

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tw-bundle-'));
  path = join(folder, 'a.part');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const never = () => expect.unreachable('it is written once');
const carried = (kind: BundleKind, id: string, fields: Record<string, unknown>): Carried => ({
  kind,
  id,
  record: { id, ...fields },
  ancestors: [],
  unknown: [],
});
/** Sources with a text of this length each. */
function sources(count: number, length: number): CarriedRecords {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return async function* (kind) {
    if (kind !== 'source') return;
    for (let n = 0; n < count; n++) yield carried(kind, `${n}`, { path: letters.repeat(length).slice(n % 26, length) });
  };
}
const manifest = async () => JSON.parse(String((await unpacked(path))['manifest.json']));

describe('the file of a bundle', () => {
  it('is the same whenever it is written, and unpacks to files that their owner may change and all may read', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 1) });
    await writeBundle(path, sources(3, 20), never);
    const first = hashOf(path);
    vi.setSystemTime(Date.UTC(2026, 6, 9));
    rmSync(path);
    await writeBundle(path, sources(3, 20), never);
    expect(hashOf(path)).toBe(first);
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
    for await (const entry of zip.eachEntry()) {
      expect((entry.externalFileAttributes >>> 16).toString(8), entry.fileName).toBe('100644');
      expect(entry.getLastModDate({ forceDosFormat: true })).toEqual(new Date(1980, 0, 1));
      // No second date beside it, which would be in another time zone elsewhere.
      expect(entry.extraFields, entry.fileName).toEqual([]);
    }
    zip.close();
  });

  it('has a file for each kind, with the manifest behind them, which counts and hashes what is in each', async () => {
    await writeBundle(path, sources(2, 10), never);
    const files = await unpacked(path);
    expect(Object.keys(files)).toEqual([
      'projects.jsonl',
      'sources.jsonl',
      'sessions.jsonl',
      'reflections.jsonl',
      'feedback.jsonl',
      'episodes.jsonl',
      'claims.jsonl',
      'attempts.jsonl',
      'turns.jsonl',
      'settings.jsonl',
      'manifest.json',
    ]);
    const { files: listed, product } = await manifest();
    expect(product).toMatch(/^Twicewise \d+\./);
    expect(listed.map(({ kind }: { kind: string }) => kind)).toEqual([...BUNDLE_KINDS]);
    for (const { name, bytes, records } of listed) {
      expect([name, bytes, records]).toEqual([name, files[name]?.length, name === 'sources.jsonl' ? 2 : 0]);
    }
    expect(String(files['manifest.json'])).toMatch(/^\{.*\}\n$/);
  });

  it('holds all of it, also where a record is larger than what is passed on at once', async () => {
    for (const [count, length] of [
      [3, 200_000],
      [5000, 100],
      [0, 0],
    ] as const) {
      const written = await writeBundle(path, sources(count, length), never);
      expect(written).toEqual({ bytes: readFileSync(path).length, sha256: hashOf(path), records: count });
      // A reader compares sizes and hashes with the manifest.
      const bundle = await openBundle(path);
      const file = bundle.manifest.files.find(({ kind }) => kind === 'source');
      let lines = 0;
      for await (const _ of bundle.lines(file ?? expect.unreachable())) lines++;
      expect(lines).toBe(count);
      bundle.close();
      rmSync(path);
    }
  });

  it('is as new as the newest time of a record, whichever field has it', async () => {
    const times = ['2026-03-01T00:00:00.000Z', '2026-03-03T00:00:00.000Z', '2026-03-02T00:00:00.000Z'];
    for (const field of ['createdAt', 'updatedAt', 'at']) {
      await writeBundle(
        path,
        async function* (kind) {
          if (kind === 'session')
            for (const [n, time] of times.entries()) yield carried(kind, `${n}`, { [field]: time, endedAt: '2027' });
        },
        never,
      );
      expect((await manifest()).asOf, field).toBe(times[1]);
      rmSync(path);
    }
    await writeBundle(path, sources(1, 1), never);
    expect((await manifest()).asOf).toBeNull();
  });
});

describe('a bundle that cannot be written', () => {
  it('fails with what went wrong in the memory', async () => {
    const broken: CarriedRecords = async function* (kind) {
      yield* sources(2, 10)(kind);
      if (kind === 'episode') throw new Error('a page of the memory is damaged');
    };
    await expect(writeBundle(path, broken, never)).rejects.toThrow('a page of the memory is damaged');
  });

  it('fails where another file is by then, and leaves that', async () => {
    writeFileSync(path, 'mine');
    await expect(writeBundle(path, sources(1, 1), never)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });
});

describe('a file that is packed so well that it looks like a bomb', () => {
  it('has more than 16 MiB, and more than 200 times its size', () => {
    const { tightBytes, ratio } = BUNDLE_LIMITS;
    expect(isTooTight(tightBytes, 1)).toBe(false);
    expect(isTooTight(tightBytes + 1, 1)).toBe(true);
    const packed = 100_000;
    expect(isTooTight(ratio * packed, packed)).toBe(false);
    expect(isTooTight(ratio * packed + 1, packed)).toBe(true);
  });

  it('is written once more as it is, after what was written first is gone', async () => {
    let times = 0;
    const again = () => {
      times++;
      rmSync(path);
    };
    const zeros: CarriedRecords = async function* (kind) {
      if (kind === 'source') for (let n = 0; n < 18; n++) yield carried(kind, `${n}`, { path: '0'.repeat(1_000_000) });
    };
    const { bytes, records } = await writeBundle(path, zeros, again);
    expect(times).toBe(1);
    expect([bytes > 18_000_000, bytes, records]).toEqual([true, readFileSync(path).length, 18]);
  });
});
