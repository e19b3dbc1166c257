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

/** Name of the manifest; it is the last file, because it says what the others turned out to be. */
export const MANIFEST = 'manifest.json';

/** Bytes handed to the archive at once. */
const BATCH_BYTES = 65_536;
/** The first day that an archive can name, in the zone of the machine, because that is how archives keep it. */
const ENTRY = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true } as const;
/** Times of a record, by which a bundle says of when it is. */
const TIMES = ['updatedAt', 'createdAt', 'at'];

/** Records of a kind in the order of their ids. */
export type CarriedRecords = (kind: BundleKind) => AsyncIterable<Carried>;

class Contents {
  readonly files: BundleManifest['files'] = [];
  asOf: string | null = null;

  /** Lines of a kind, batched; notes their number, size and hash on the way. */
  async *linesOf(kind: BundleKind, records: AsyncIterable<Carried>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const file = { name: fileOf(kind), kind, records: 0, bytes: 0, sha256: '' };
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

/** What was written. */
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
      // The archive does not pass on what goes wrong in a file of it.
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

/** True when so much comes out of so little that a reader takes it for a bomb. */
export function isTooTight(unpacked: number, packed: number): boolean {
  return unpacked > BUNDLE_LIMITS.tightBytes && unpacked > BUNDLE_LIMITS.ratio * packed;
}

/**
 * Writes a bundle to a new file. What would be packed so tightly that a reader refuses it is written again unpacked:
 * `again` clears the way for that.
 */
export async function writeBundle(path: string, records: CarriedRecords, again: () => void): Promise<WrittenBundle> {
  const { unpacked, ...written } = await write(path, records, true);
  if (!isTooTight(unpacked, written.bytes)) return written;
  again();
  const { unpacked: _same, ...plain } = await write(path, records, false);
  return plain;
}
