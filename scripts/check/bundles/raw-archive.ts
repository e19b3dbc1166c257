import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** A file for an archive, written as given, whether or not its header is true. */
export interface RawEntry {
  name: string;
  /** Compressed bytes, in pieces. */
  packed: Iterable<Buffer>;
  packedBytes: number;
  /** The uncompressed size that the archive states. */
  declaredBytes: number;
  /** 0 for stored, 8 for deflated. */
  method: 0 | 8;
  crc32?: number;
}

const LARGEST = 0xffff_ffff;
const MOST_ENTRIES = 0xffff;

function localHeader({ name, method, packedBytes, declaredBytes, crc32 = 0 }: RawEntry): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(crc32, 14);
  header.writeUInt32LE(packedBytes, 18);
  header.writeUInt32LE(Math.min(declaredBytes, LARGEST), 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

function directoryHeader({ name, method, packedBytes, declaredBytes, crc32 = 0 }: RawEntry, at: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(method, 10);
  header.writeUInt32LE(crc32, 16);
  header.writeUInt32LE(packedBytes, 20);
  header.writeUInt32LE(Math.min(declaredBytes, LARGEST), 24);
  header.writeUInt16LE(Buffer.byteLength(name), 28);
  header.writeUInt32LE(at, 42);
  return Buffer.concat([header, Buffer.from(name)]);
}

/** The end record of an archive, preceded by that of large archives (ZIP64) if there are more entries than it can express. */
function end(entries: number, directoryBytes: number, directoryAt: number): Buffer {
  const large = Buffer.alloc(76);
  large.writeUInt32LE(0x0606_4b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeBigUInt64LE(BigInt(entries), 24);
  large.writeBigUInt64LE(BigInt(entries), 32);
  large.writeBigUInt64LE(BigInt(directoryBytes), 40);
  large.writeBigUInt64LE(BigInt(directoryAt), 48);
  large.writeUInt32LE(0x0706_4b50, 56);
  large.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 64);
  large.writeUInt32LE(1, 72);
  const small = Buffer.alloc(22);
  small.writeUInt32LE(0x0605_4b50, 0);
  small.writeUInt16LE(Math.min(entries, MOST_ENTRIES), 8);
  small.writeUInt16LE(Math.min(entries, MOST_ENTRIES), 10);
  small.writeUInt32LE(directoryBytes, 12);
  small.writeUInt32LE(directoryAt, 16);
  return entries < MOST_ENTRIES ? small : Buffer.concat([large, small]);
}

/** Writes an archive of exactly these entries. No ordinary program would write most of them. */
export async function writeRaw(path: string, entries: Iterable<RawEntry>): Promise<void> {
  const file = createWriteStream(path);
  const directory: Buffer[] = [];
  let at = 0;
  const write = async (bytes: Buffer) => {
    at += bytes.length;
    if (!file.write(bytes)) await once(file, 'drain');
  };
  for (const entry of entries) {
    directory.push(directoryHeader(entry, at));
    await write(localHeader(entry));
    for (const bytes of entry.packed) await write(bytes);
  }
  const directoryAt = at;
  const headers = Buffer.concat(directory);
  await write(headers);
  await write(end(directory.length, headers.length, directoryAt));
  file.end();
  await finished(file);
}
