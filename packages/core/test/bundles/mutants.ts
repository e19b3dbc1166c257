import { writeFileSync } from 'node:fs';
import { seeded } from '../harness.ts';
import { declared, type Files, pack } from './hostile-archives.ts';

type Edit = (line: string, pick: (n: number) => number) => string;

const atRandom = (line: string, pick: (n: number) => number, insert: string) => {
  const at = pick(line.length);
  return line.slice(0, at) + insert + line.slice(at);
};

/** Changes of a line after which the manifest is made true again, so that only the look at the line itself can refuse it. */
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

function editedManifest(files: Files, pick: (n: number) => number): Files {
  const text = String(files['manifest.json']);
  const at = pick(text.length);
  const changed = text.slice(0, at) + '0a{"}[9'.charAt(pick(7)) + text.slice(at + 1);
  return { ...files, 'manifest.json': Buffer.from(changed) };
}

/** Writes a bundle that is broken in one of many ways; the same for the same seed. */
export async function mutantOf(files: Files, archive: Buffer, seed: number, path: string): Promise<void> {
  const random = seeded(seed);
  const pick = (n: number) => Math.floor(random() * Math.max(1, n));
  const way = pick(6);
  const copy = Buffer.from(archive);
  if (way === 0) copy[pick(copy.length)] = pick(256);
  else if (way === 1) for (let n = 0; n < 8; n++) copy[pick(copy.length)] = pick(256);
  else if (way === 2) return writeFileSync(path, copy.subarray(0, pick(copy.length)));
  else if (way === 3) return pack(path, editedManifest(files, pick));
  else return pack(path, editedLine(files, pick));
  writeFileSync(path, copy);
}
