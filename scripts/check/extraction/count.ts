import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceItems } from './source-items.ts';

// `node scripts/check/extraction/count.ts FOLDER`: counts the structured decisions and learnings in the logs of a folder.

const NO_JSON = Symbol('no JSON');

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) return NO_JSON;
    throw error;
  }
}

/** A pointer with `*` for each list index, so that items of the same kind share it. */
function variantOf(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*');
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function report(title: string, counts: Map<string, number>): void {
  process.stdout.write(`${title}\n`);
  const rows = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
  for (const [key, count] of rows) process.stdout.write(`${String(count).padStart(7)}  ${key}\n`);
}

function count(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const logs = files.map(parsed).filter((log) => log !== NO_JSON);
  const perLog = logs.map(sourceItems);
  const kinds = new Map<string, number>();
  const variants = new Map<string, number>();
  const withItems = new Map<string, number>();
  for (const items of perLog) {
    for (const { kind, pointer } of items) {
      add(kinds, kind);
      add(variants, `${kind}  ${variantOf(pointer)}`);
    }
    for (const kind of new Set(items.map((item) => item.kind))) add(withItems, kind);
    if (items.length > 0) add(withItems, 'either');
  }
  process.stdout.write(`${files.length} files, ${files.length - logs.length} of them no JSON\n`);
  report('Items per kind', kinds);
  report('Files with any', withItems);
  report('Items per variant', variants);
}

const [folder] = process.argv.slice(2);
if (folder) {
  count(folder);
} else {
  process.stderr.write('Usage: node scripts/check/extraction/count.ts FOLDER\n');
  process.exitCode = 2;
}
