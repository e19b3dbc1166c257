import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import yazl from 'yazl';

/** Files of an archive, by name. */
export type Files = Record<string, Buffer>;

/** The files in an archive. */
export async function unpacked(path: string): Promise<Files> {
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false });
  const files: Files = {};
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    files[entry.fileName] = Buffer.concat(parts);
  }
  zip.close();
  return files;
}

/** Packs files unchanged. */
export async function pack(path: string, files: Readonly<Record<string, Buffer | Readable>>): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) {
    if (content instanceof Readable) zip.addReadStream(content, name);
    else zip.addBuffer(content, name);
  }
  zip.end();
  await pipeline(zip.outputStream as Readable, createWriteStream(path));
}

/** The files with a manifest that describes them correctly, whatever they contain. */
export function declared(files: Files): Files {
  const manifest = JSON.parse(String(files['manifest.json'])) as { files: Record<string, unknown>[] };
  for (const file of manifest.files) {
    const content = files[String(file.name)] ?? Buffer.alloc(0);
    file.bytes = content.length;
    file.records = content.toString('latin1').split('\n').length - 1;
    file.sha256 = createHash('sha256').update(content).digest('hex');
  }
  return { ...files, 'manifest.json': Buffer.from(JSON.stringify(manifest)) };
}

/**
 * Replaces a name in an archive by another of the same length, in the local header and in the directory, which no ordinary
 * program would do.
 */
export function renamed(archive: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(from) !== Buffer.byteLength(to)) throw new Error(`${to} is not as long as ${from}`);
  const copy = Buffer.from(archive);
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy.write(to, at, 'utf8');
  return copy;
}

const PLACEHOLDER_FILL = 'x';

/** A name of the same length that programs accept, to be replaced by an evil one. */
export const placeholder = (name: string) => PLACEHOLDER_FILL.repeat(Buffer.byteLength(name));

/** More than sixty names that try to leave the folder, to be a device, or to be two files at once. */
export const EVIL_NAMES: readonly string[] = [
  ...[1, 2, 3, 5, 9].flatMap((n) => [`${'../'.repeat(n)}evil`, `${'..\\'.repeat(n)}evil`, `a/${'../'.repeat(n)}evil`]),
  '/evil',
  '//server/share/evil',
  '\\evil',
  '\\\\server\\share\\evil',
  '\\\\?\\C:\\evil',
  '\\\\.\\pipe\\evil',
  'C:evil',
  'C:\\evil',
  'c:/evil',
  'file:///evil',
  '~/evil',
  '.',
  '..',
  './evil',
  '...',
  'a/./evil',
  'a//evil',
  'evil/',
  'nul\0.jsonl',
  'projects.jsonl\0',
  'evil.jsonl\n',
  'con.jsonl',
  'nul.jsonl',
  'aux.jsonl',
  'prn.jsonl',
  'com1.jsonl',
  'lpt9.jsonl',
  'CON',
  'NUL.jsonl',
  'evil.jsonl.',
  'evil.jsonl ',
  ' evil.jsonl',
  'evil.jsonl:stream',
  'evil.jsonl::$DATA',
  'PROJECTS.jsonl',
  'Projects.JSONL',
  'projects.JSONL',
  'MANIFEST.json',
  'Manifest.json',
  'manifest.JSON',
  'proj\u0435cts.jsonl',
  'projects\u202e.jsonl',
  'projects\u200b.jsonl',
  '%2e%2e%2fevil',
  '..%2fevil',
  '..%5cevil',
  '__proto__',
  'constructor',
  '-rf.jsonl',
  '.hidden.jsonl',
  '.ssh/authorized_keys',
  'etc/passwd',
  'a/b.jsonl',
  '$(evil).jsonl',
  `${'a'.repeat(300)}.jsonl`,
];
