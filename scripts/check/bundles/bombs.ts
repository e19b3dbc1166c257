import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { tempFolder } from '@twicewise/testkit';
import type { Files } from '../../../packages/core/test/bundles/hostile-archives.ts';
import { goodBundle } from './memory.ts';
import { type RawEntry, writeRaw } from './raw-archive.ts';

const MEGABYTE = 1_048_576;
const FINAL_BLOCK = Buffer.from([3, 0]);

/** A bomb: the entries of its archive, made from those of a good bundle. */
interface Bomb {
  name: string;
  /** The reason for which it must be refused. */
  because: RegExp;
  entries: (files: Files, megabytes: number) => Iterable<RawEntry>;
}

/** The result of a bomb in a process of its own. */
export interface Blast {
  name: string;
  /** Size of the archive, in bytes. */
  bytes: number;
  /** True if it was refused for the intended reason. */
  refused: boolean;
  message: string;
  milliseconds: number;
  /** Growth of resident memory at its peak, in bytes. */
  grown: number;
}

function stored(name: string, content: Buffer): RawEntry {
  const { length } = content;
  return { name, packed: [content], packedBytes: length, declaredBytes: length, method: 0, crc32: crc32(content) };
}

/**
 * The same block many times. Full flushes make the blocks independent, so the block is compressed only once, however large the
 * entry gets.
 */
function repeated(name: string, block: Buffer, times: number): RawEntry {
  const packed = deflateRawSync(block, { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = function* () {
    for (let n = 0; n < times; n++) yield packed;
    yield FINAL_BLOCK;
  };
  return {
    name,
    packed: blocks(),
    packedBytes: packed.length * times + FINAL_BLOCK.length,
    declaredBytes: block.length * times,
    method: 8,
  };
}

/** A good bundle with one file replaced; its manifest agrees with the archive. */
function* bundleWith(files: Files, bomb: RawEntry, declared = bomb.declaredBytes): Generator<RawEntry> {
  const manifest = JSON.parse(String(files['manifest.json'])) as { files: { name: string; bytes: number }[] };
  for (const file of manifest.files) if (file.name === bomb.name) file.bytes = declared;
  for (const { name } of manifest.files) yield name === bomb.name ? bomb : stored(name, files[name] ?? Buffer.alloc(0));
  yield stored('manifest.json', Buffer.from(JSON.stringify(manifest)));
}

/** A megabyte that compresses about 100 to 1: still less than what a reader considers a bomb. */
function dull(): Buffer {
  const block = Buffer.alloc(MEGABYTE, 'a');
  for (let at = 0, seed = 1; at < block.length; at += 110) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    block[at] = 97 + ((seed >>> 16) % 26);
  }
  return block;
}

const zeros = (megabytes: number) => repeated('projects.jsonl', Buffer.alloc(MEGABYTE), megabytes);
const deep = (levels: number) => Buffer.from(`{"extra":${'['.repeat(levels)}`);

function* manyFiles(files: Files, count: number): Generator<RawEntry> {
  yield* bundleWith(files, stored('projects.jsonl', files['projects.jsonl'] ?? Buffer.alloc(0)));
  for (let n = 0; n < count; n++) yield stored(`f${n}.jsonl`, Buffer.alloc(0));
}

/** An archive compressed several times, so that a few hundred bytes become very many for a reader that unpacks repeatedly. */
function nested(files: Files, megabytes: number): Iterable<RawEntry> {
  let content = Buffer.alloc(megabytes * MEGABYTE);
  for (let n = 0; n < 3; n++) content = Buffer.concat([Buffer.from('PK\u0003\u0004'), deflateRawSync(content)]);
  return bundleWith(files, repeated('projects.jsonl', Buffer.concat([content, Buffer.from('\n')]), 1));
}

function lying(files: Files, megabytes: number, declaredBytes: number): Iterable<RawEntry> {
  return bundleWith(files, { ...zeros(megabytes), declaredBytes });
}

/** Each has a size of `full` megabytes, if its size can be chosen. */
const BOMBS: readonly Bomb[] = [
  { name: '1024 to 1', because: /too much for its/, entries: (files, full) => bundleWith(files, zeros(full)) },
  {
    name: 'an archive in an archive in an archive',
    because: /not UTF-8/,
    entries: (files, full) => nested(files, Math.min(full, 256)),
  },
  {
    name: 'says 100 bytes, unpacks to far more',
    because: /too many bytes in the stream/,
    entries: (files, full) => lying(files, full, 100),
  },
  {
    name: 'says 16 MB, unpacks to far more',
    because: /longer than/,
    entries: (files, full) => lying(files, full, 16_000_000),
  },
  { name: 'says 4 GB, holds nothing', because: /too much for its/, entries: (files) => lying(files, 0, 4_294_967_294) },
  {
    name: 'archive and manifest say different sizes',
    because: /another size than its manifest/,
    entries: (files, full) => bundleWith(files, { ...zeros(full), declaredBytes: 100 }, full * MEGABYTE),
  },
  { name: 'a million files', because: /more than 64/, entries: (files, full) => manyFiles(files, full * 500) },
  {
    name: 'JSON 5,000,000 levels deep',
    because: /longer than/,
    entries: (files) => bundleWith(files, stored('projects.jsonl', deep(5_000_000))),
  },
  {
    name: 'JSON 1,500,000 levels deep, short enough for a line',
    because: /nested more than/,
    entries: (files) =>
      bundleWith(files, stored('projects.jsonl', Buffer.concat([deep(1_500_000), Buffer.from('\n')]))),
  },
  {
    name: 'a manifest 1,000,000 levels deep',
    because: /nested more than/,
    entries: (files) => [
      stored('projects.jsonl', files['projects.jsonl'] ?? Buffer.alloc(0)),
      stored('manifest.json', deep(1_000_000)),
    ],
  },
  {
    name: 'one line without an end',
    because: /longer than/,
    entries: (files, full) => bundleWith(files, repeated('projects.jsonl', dull(), full)),
  },
];

const run = promisify(execFile);

/** Makes a process of its own read an archive. `how` is `careless` for the negative control: a reader without limits. */
async function explode(
  path: string,
  good: string,
  how: 'product' | 'careless',
): Promise<Omit<Blast, 'name' | 'bytes'>> {
  const program = join(import.meta.dirname, 'bomb-reader.ts');
  const { stdout } = await run(process.execPath, [program, path, good, how]).catch((error: unknown) => {
    const message = `the process ended: ${String(error).slice(0, 200)}`;
    return { stdout: JSON.stringify({ refused: false, message, milliseconds: Number.NaN, grown: Number.NaN }) };
  });
  return JSON.parse(stdout) as Omit<Blast, 'name' | 'bytes'>;
}

/** Tries every bomb, each in a process of its own; `megabytes` is the size of those whose size can be chosen. */
export async function tryBombs(megabytes: number, note: (name: string) => void): Promise<Blast[]> {
  const good = await goodBundle();
  const folder = tempFolder('check-bombs');
  const path = join(folder.path, 'bomb.twicewise');
  const blasts: Blast[] = [];
  try {
    for (const { name, because, entries } of BOMBS) {
      note(name);
      await writeRaw(path, entries(good.files, megabytes));
      const blast = await explode(path, good.path, 'product');
      const refused = blast.refused && because.test(blast.message);
      blasts.push({ name, bytes: statSync(path).size, ...blast, refused });
    }
    return blasts;
  } finally {
    folder.remove();
    good.remove();
  }
}

/** One bomb for a reader without limits: the measurement must notice it. */
export async function tryCarelessly(megabytes: number): Promise<Blast> {
  const good = await goodBundle();
  const folder = tempFolder('check-bombs');
  const path = join(folder.path, 'bomb.twicewise');
  try {
    await writeRaw(path, bundleWith(good.files, zeros(megabytes)));
    return { name: 'control', bytes: statSync(path).size, ...(await explode(path, good.path, 'careless')) };
  } finally {
    folder.remove();
    good.remove();
  }
}
