import { writeFileSync } from 'node:fs';
import { seeded } from '../harness.ts';
import { declared, type Files, pack } from './hostile-archives.ts';

type Edit = (line: string, pick: (n: number) => number) => string;

const atRandom = (line: string, pick: (n: number) => number, insert: string) => {
  const at = pick(line.length);
  return line.slice(0, at) + insert + line.slice(at);
};

/** Changes of a line. The manifest is corrected afterwards, so that only the check of the line itself can refuse it. */
const EDITS: readonly Edit[] = [
  (line) => `${line}\n${line}`,
  (line) => line.replace('{', '{"__proto__":{"polluted":true},'),
  (line) => line.replace('{', '{"constructor":{"prototype":{"polluted":true}},'),
  (line, pick) => atRandom(line, pick, '\\ud800'),
  (line, pick) => atRandom(line, pick, '\\u0000'),
  (line, pick) => atRandom(line, pick, '\0'),
  (line, pick) => line.slice(0, pick(line.length)),
  (line, pick) => atRandom(line, pick, '"'),
  (line) => line.replace(/"[a-z]+_[0-9A-Z]{26}"/, '"../../evil"'),
  (line) => line.replace(/null/, '1e999'),
  (line) => line.replace(/:"[^"]*"/, ':{}'),
  (line) => line.replace(/"\w+":/, '"extra":'),
  () => '',
];

function editedLine(files: Files, pick: (n: number) => number): Files {
  const names = Object.keys(files).filter((name) => name !== 'manifest.json' && (files[name]?.length ?? 0) > 0);
  const name = names[pick(names.length)] ?? '';
  const lines = String(files[name]).split('\n');
  const at = pick(lines.length - 1);
  const edit = EDITS[pick(EDITS.length)] as Edit;
  lines[at] = edit(lines[at] ?? '', pick);
  return declared({ ...files, [name]: Buffer.from(lines.join('\n')) });
}

/** Bytes that are not valid text, in a file whose manifest is correct. */
function badUtf8(files: Files, pick: (n: number) => number): Files {
  const name = 'reflections.jsonl';
  const bytes = Buffer.from(files[name] ?? '');
  bytes.writeUInt8([0x80, 0xc0, 0xed, 0xf8, 0xff][pick(5)] ?? 0xff, pick(bytes.length));
  return declared({ ...files, [name]: bytes });
}

function withManifest(files: Files, change: (text: string) => string): Files {
  return { ...files, 'manifest.json': Buffer.from(change(String(files['manifest.json']))) };
}

function editedManifest(files: Files, pick: (n: number) => number): Files {
  return withManifest(files, (text) => {
    const at = pick(text.length);
    return text.slice(0, at) + '0a{"}[9'.charAt(pick(7)) + text.slice(at + 1);
  });
}

function wrongHash(files: Files, pick: (n: number) => number): Files {
  return withManifest(files, (text) => {
    const hashes = [...text.matchAll(/[0-9a-f]{64}/g)].map(({ index }) => index);
    const at = (hashes[pick(hashes.length)] ?? 0) + pick(64);
    return text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
  });
}

function newerFormat(files: Files, pick: (n: number) => number): Files {
  return withManifest(files, (text) => text.replace('"formatVersion":1', `"formatVersion":${2 + pick(1000)}`));
}

function flipped(archive: Buffer, pick: (n: number) => number, times: number): Buffer {
  const copy = Buffer.from(archive);
  for (let n = 0; n < times; n++) copy[pick(copy.length)] = pick(256);
  return copy;
}

type Mutation = (files: Files, archive: Buffer, pick: (n: number) => number) => Buffer | Files;

/** Ways to break a bundle. Edits of lines are many different kinds, so they are chosen more often. */
const MUTATIONS: readonly (readonly [way: string, Mutation])[] = [
  ['byte', (_files, archive, pick) => flipped(archive, pick, 1)],
  ['bytes', (_files, archive, pick) => flipped(archive, pick, 8)],
  ['truncated', (_files, archive, pick) => archive.subarray(0, pick(archive.length))],
  ['manifest', (files, _archive, pick) => editedManifest(files, pick)],
  ['line', (files, _archive, pick) => editedLine(files, pick)],
  ['line', (files, _archive, pick) => editedLine(files, pick)],
  ['wrong hash', (files, _archive, pick) => wrongHash(files, pick)],
  ['newer format', (files, _archive, pick) => newerFormat(files, pick)],
  ['bad UTF-8', (files, _archive, pick) => badUtf8(files, pick)],
];

/** Writes a bundle that is broken in one of many ways; the same seed gives the same bundle. Returns the way. */
export async function mutantOf(files: Files, archive: Buffer, seed: number, path: string): Promise<string> {
  const random = seeded(seed);
  const pick = (n: number) => Math.floor(random() * Math.max(1, n));
  const [way, mutate] = MUTATIONS[pick(MUTATIONS.length)] as (typeof MUTATIONS)[number];
  const mutant = mutate(files, archive, pick);
  if (Buffer.isBuffer(mutant)) writeFileSync(path, mutant);
  else await pack(path, mutant);
  return way;
}
