import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  BUNDLE_FORMAT,
  BUNDLE_FORMAT_VERSION,
  BUNDLE_KINDS,
  BUNDLE_LIMITS,
  type BundleKind,
  type BundleManifest,
  NOT_CARRIED,
  objectJson,
  PRODUCT,
} from '@twicewise/contract';
import yazl from 'yazl';
import { type Carried, toLine } from './record-lines.ts';

/** Name of the file of a kind. */
export const fileOf = (kind: BundleKind) => (kind === 'feedback' ? 'feedback.jsonl' : `${kind}s.jsonl`);

/** Name of the manifest. It is the last entry, because it declares the size and hash of the others. */
export const MANIFEST = 'manifest.json';

/** Number of bytes passed to the archive at once. */
const BATCH_BYTES = 65_536;
/** The earliest date of the archive format, in local time as the format requires. A constant date makes archives reproducible. */
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true } as const;
/** Time fields of a record; the newest is the date of the bundle. */
const TIMES = ['updatedAt', 'createdAt', 'at'];

/** Returns the records of a kind in the order of their ids. */
export type CarriedRecords = (kind: BundleKind) => AsyncIterable<Carried>;

class Contents {
  readonly files: BundleManifest['files'] = [];
  asOf: string | null = null;

  /** Lines of a kind in batches; counts them and computes their size and hash. */
  async *linesOf(kind: BundleKind, records: AsyncIterable<Carried>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const file = { name: fileOf(kind), kind, records: 0, bytes: 0 };
    let waiting = '';
    const flush = () => {
      const batch = Buffer.from(waiting);
      waiting = '';
      hash.update(batch);
      file.bytes += batch.length;
      return batch;
    };
    for await (const carried of records) {
      file.records++;
      this.#note(carried);
      waiting += toLine(carried);
      if (waiting.length >= BATCH_BYTES) yield flush();
    }
    if (waiting !== '') yield flush();
    this.files.push({ ...file, sha256: hash.digest('hex') });
  }

  #note({ record }: Carried): void {
    for (const field of TIMES) {
      const time = record[field];
      if (typeof time === 'string' && (this.asOf === null || time > this.asOf)) this.asOf = time;
    }
  }

  manifest(): string {
    const entries: [string, unknown][] = [
      ['format', BUNDLE_FORMAT],
      ['formatVersion', BUNDLE_FORMAT_VERSION],
      ['product', `${PRODUCT.name} ${PRODUCT.version}`],
      ['asOf', this.asOf],
      ['files', this.files],
      ['notCarried', NOT_CARRIED],
    ];
    return `${objectJson(entries)}\n`;
  }
}

/** The result of writing a bundle. */
export interface WrittenBundle {
  bytes: number;
  sha256: string;
  records: number;
}

async function write(
  path: string,
  records: CarriedRecords,
  compress: boolean,
): Promise<WrittenBundle & { unpacked: number }> {
  const zip = new yazl.ZipFile();
  const contents = new Contents();
  const options = { ...ENTRY, compress };
  const failed = new AbortController();
  const add = (name: string, chunks: () => AsyncIterable<Buffer>) =>
    zip.addReadStreamLazy(name, options, (answer) => {
      const stream = Readable.from(chunks(), { objectMode: false });
      // The archive does not forward errors of its entries.
      stream.once('error', (error) => failed.abort(error));
      answer(null, stream);
    });
  for (const kind of BUNDLE_KINDS) add(fileOf(kind), () => contents.linesOf(kind, records(kind)));
  add(MANIFEST, async function* () {
    yield Buffer.from(contents.manifest());
  });
  zip.end();
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await pipeline(zip.outputStream as Readable, counted, file, { signal: failed.signal });
  } catch (error) {
    throw failed.signal.aborted ? failed.signal.reason : error;
  }
  const unpacked = contents.files.reduce((sum, one) => sum + one.bytes, 0);
  const total = contents.files.reduce((sum, one) => sum + one.records, 0);
  return { bytes, sha256: hash.digest('hex'), records: total, unpacked };
}

/** True when the compression ratio is so high that a reader would take the file for a zip bomb. */
export function isTooTight(unpacked: number, packed: number): boolean {
  return unpacked > BUNDLE_LIMITS.tightBytes && unpacked > BUNDLE_LIMITS.ratio * packed;
}

/**
 * Writes a bundle to a new file. Entries that would be compressed so much that a reader refuses them are written uncompressed in
 * a second attempt; `again` removes the first one.
 */
export async function writeBundle(path: string, records: CarriedRecords, again: () => void): Promise<WrittenBundle> {
  const { unpacked, ...written } = await write(path, records, true);
  if (!isTooTight(unpacked, written.bytes)) return written;
  again();
  const { unpacked: _same, ...plain } = await write(path, records, false);
  return plain;
}
