import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { crc32 } from 'node:zlib';
import {
  AppError,
  BUNDLE_FORMAT_VERSION,
  BUNDLE_KINDS,
  BUNDLE_LIMITS,
  type BundleManifest,
  bundleManifest,
  NOTHING_CHANGED,
  PRODUCT,
  parseGiven,
  parseJson,
  quoted,
} from '@twicewise/contract';
import { fileHash } from '@twicewise/ingest';
import yauzl from 'yauzl';
import { isTooTight, MANIFEST } from './write-bundle.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LF = 0x0a;

/** The error for an invalid bundle. Nothing of the bundle was used. */
export function badBundle(message: string, hint = 'Export it again where it comes from.'): AppError {
  return new AppError({ code: 'invalid_input', reason: 'bad_file', message, effect: NOTHING_CHANGED, hint });
}

/** Names that Windows treats as devices, whatever follows the dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)\./;
const NAME = /^[a-z][a-z0-9-]{0,40}\.jsonl$/;
const SYMLINK = 0o120000;
const FILE_KIND = 0o170000;

/** Refuses archive entries that no bundle has. Their names are never used as paths here, but could mislead other programs. */
function refuseEntry(entry: yauzl.Entry, seen: ReadonlySet<string>): void {
  const name = entry.fileName;
  const isKnown = name === MANIFEST || (NAME.test(name) && !DEVICE.test(name));
  if (!isKnown)
    throw badBundle(`It holds a file with the name ${JSON.stringify(name.slice(0, 80))}, which no bundle has`);
  if (seen.has(name)) throw badBundle(`It holds ${name} twice`);
  if (entry.isEncrypted()) throw badBundle(`${name} is encrypted`, 'Unpack it and export it without a password.');
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw badBundle(`${name} is packed in an unknown way`);
  if (((entry.externalFileAttributes >>> 16) & FILE_KIND) === SYMLINK) throw badBundle(`${name} is a link`);
}

/** Turns errors of the archive reader into errors saying that the file is not a valid bundle. */
async function asBundleError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Errors of the disk are not the bundle's fault, and our own say what is.
    if (code !== undefined && !code.startsWith('Z_') && code !== 'ERR_OUT_OF_RANGE') throw error;
    throw badBundle(`It cannot be read as an archive (${String(message).slice(0, 120)})`);
  }
}

function refuseManifest(value: unknown): BundleManifest {
  const version = (value as { formatVersion?: unknown } | null)?.formatVersion;
  if (typeof version === 'number' && version > BUNDLE_FORMAT_VERSION) {
    const hint = `Update ${PRODUCT.name}: this one reads versions up to ${BUNDLE_FORMAT_VERSION}.`;
    throw badBundle(`It has version ${version} of the format`, hint);
  }
  const parsed = parseGiven(bundleManifest, value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badBundle(`Its manifest is not one: ${issue?.path.join('.')} ${issue?.message}`);
}

/** A file of records in a bundle, as the manifest declares it. */
export type BundleFile = BundleManifest['files'][number];

/** An open bundle with a consistent manifest. The contents of its files are verified only while reading. */
export class Bundle {
  readonly bytes: number;
  readonly sha256: string;
  readonly manifest: BundleManifest;
  readonly #zip: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;

  constructor(
    zip: yauzl.ZipFile,
    entries: ReadonlyMap<string, yauzl.Entry>,
    facts: Pick<Bundle, 'bytes' | 'sha256' | 'manifest'>,
  ) {
    this.#zip = zip;
    this.#entries = entries;
    this.bytes = facts.bytes;
    this.sha256 = facts.sha256;
    this.manifest = facts.manifest;
  }

  /** Declared number of records of the kinds known here. */
  get records(): number {
    return BUNDLE_KINDS.reduce((sum, kind) => sum + (this.fileOf(kind)?.records ?? 0), 0);
  }

  fileOf(kind: string): BundleFile | undefined {
    return this.manifest.files.find((file) => file.kind === kind);
  }

  /** The lines of a file. Throws after the last line if the file does not match the manifest. */
  async *lines(file: BundleFile): AsyncGenerator<string> {
    const hash = createHash('sha256');
    let count = 0;
    let rest: Buffer = Buffer.alloc(0);
    for await (const chunk of this.#chunks(file.name)) {
      hash.update(chunk);
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let start = 0;
      for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
        count++;
        yield textOf(bytes.subarray(start, end), file.name, count);
        start = end + 1;
      }
      rest = bytes.subarray(start);
      if (rest.length > BUNDLE_LIMITS.lineBytes) throw tooLong(file.name, count + 1);
    }
    if (rest.length > 0) throw badBundle(`${file.name} breaks off in its last line`);
    if (hash.digest('hex') !== file.sha256) throw badBundle(`${file.name} is not the file that its manifest means`);
    if (count !== file.records) throw badBundle(`${file.name} has ${count} lines instead of ${file.records}`);
  }

  async *#chunks(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw badBundle(`${name} is missing`);
    const stream = await asBundleError(() => this.#zip.openReadStreamPromise(entry));
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        const { value, done } = await asBundleError(() => chunks.next());
        if (done) return;
        yield value;
      }
    } finally {
      stream.destroy();
    }
  }

  close(): void {
    this.#zip.close();
  }
}

function tooLong(name: string, line: number): AppError {
  return badBundle(`Line ${line} of ${name} is longer than ${BUNDLE_LIMITS.lineBytes} bytes`);
}

function textOf(bytes: Buffer, name: string, line: number): string {
  if (bytes.length > BUNDLE_LIMITS.lineBytes) throw tooLong(name, line);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw badBundle(`Line ${line} of ${name} is not UTF-8`);
  }
}

async function readEntries(zip: yauzl.ZipFile, bytes: number): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > BUNDLE_LIMITS.files)
    throw badBundle(`It holds ${zip.entryCount} files, more than ${BUNDLE_LIMITS.files}`);
  const entries = new Map<string, yauzl.Entry>();
  const seen = new Set<string>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    refuseEntry(entry, seen);
    seen.add(entry.fileName);
    entries.set(entry.fileName, entry);
    unpacked += entry.uncompressedSize;
  }
  if (unpacked > BUNDLE_LIMITS.unpackedBytes || isTooTight(unpacked, bytes)) {
    throw badBundle(`It would unpack to ${unpacked} bytes, which is too much for its ${bytes}`);
  }
  return entries;
}

async function readManifest(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>): Promise<BundleManifest> {
  const entry = entries.get(MANIFEST);
  if (!entry) throw badBundle('It has no manifest', `A bundle is what ${PRODUCT.command} export writes.`);
  if (entry.uncompressedSize > BUNDLE_LIMITS.manifestBytes) throw badBundle('Its manifest is too large');
  const stream = await zip.openReadStreamPromise(entry);
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const bytes = Buffer.concat(parts);
  if (crc32(bytes) !== entry.crc32) throw badBundle('Its manifest is damaged');
  const manifest = refuseManifest(parseJson(textOf(bytes, MANIFEST, 1)));
  const names = new Set(manifest.files.map(({ name }) => name));
  const kinds = new Set(manifest.files.map(({ kind }) => kind));
  const isWhole = names.size === manifest.files.length && kinds.size === names.size && entries.size === names.size + 1;
  if (!isWhole) throw badBundle('Its manifest does not name each of its files once');
  for (const { name, bytes: declared, records } of manifest.files) {
    if (entries.get(name)?.uncompressedSize !== declared)
      throw badBundle(`${name} has another size than its manifest says`);
    if (records > BUNDLE_LIMITS.records) throw badBundle(`${name} has more than ${BUNDLE_LIMITS.records} records`);
  }
  return manifest;
}

/** Opens a bundle. Refuses everything that can be refused without unpacking. */
export async function openBundle(path: string): Promise<Bundle> {
  // statSync throws for names that no file can have: with NUL, or too long.
  const stats = isAbsolute(path) && existsSync(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (!stats?.isFile()) {
    const hint = `Give the absolute path of a ${PRODUCT.bundleExtension} file.`;
    throw badBundle(isAbsolute(path) ? `There is no file ${quoted(path)}` : 'The path is not absolute', hint);
  }
  return asBundleError(async () => {
    const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
    try {
      const entries = await readEntries(zip, stats.size);
      const manifest = await readManifest(zip, entries);
      return new Bundle(zip, entries, { bytes: stats.size, sha256: await fileHash(path), manifest });
    } catch (error) {
      zip.close();
      throw error;
    }
  });
}
