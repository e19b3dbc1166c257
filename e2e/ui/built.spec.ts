import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

// What a browser has to load: bounded in bytes, which no busy machine changes.

const ASSETS = join(import.meta.dirname, '../../packages/ui/dist/assets');
/** All scripts of the interface, packed as a server would send them. The map of causes comes on top. */
const MOST_PACKED = 350 * 1024;
/** What is read before the first screen is drawn, unpacked: the entry and what it imports at once. */
const MOST_AT_ONCE = 640 * 1024;

const scripts = () => readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
const read = (name: string) => readFileSync(join(ASSETS, name), 'utf8');

/** The entry and, again and again, what is imported by what is there; not what is imported later. */
function atOnce(): string[] {
  const page = readFileSync(join(ASSETS, '../index.html'), 'utf8');
  const open = [...page.matchAll(/assets\/([^"]+\.js)/g)].map((match) => match[1] ?? '');
  const seen = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...[...read(name).matchAll(/from"\.\/([^"]+\.js)"/g)].map((match) => match[1] ?? ''));
  }
  return [...seen];
}

test('the interface is at most 350 KB of script, packed', { tag: '@browser' }, () => {
  const packed = scripts().reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  expect(packed).toBeGreaterThan(50 * 1024);
  expect(packed).toBeLessThanOrEqual(MOST_PACKED);
});

test('what is read before the first screen is bounded, and brings no schemas along', { tag: '@browser' }, () => {
  const names = atOnce();
  const text = names.map(read);
  expect(names.length).toBeLessThan(scripts().length);
  expect(text.reduce((sum, one) => sum + one.length, 0)).toBeLessThanOrEqual(MOST_AT_ONCE);
  // The mark of the library of schemas; the screen with the bounds of settings has it.
  expect(text.filter((one) => one.includes('ZodError') || one.includes('_zod'))).toEqual([]);
  expect(scripts().some((name) => read(name).includes('_zod'))).toBe(true);
});
