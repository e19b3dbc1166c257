import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

// What a browser has to load: bounded in bytes, which no busy machine changes.

const ASSETS = join(import.meta.dirname, '../../packages/ui/dist/assets');
/** All scripts of the interface, packed as a server would send them. The map of causes comes on top. */
const MOST_PACKED = 350 * 1024;

const scripts = () => readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
const read = (name: string) => readFileSync(join(ASSETS, name), 'utf8');

test('the interface is at most 350 KB of script, packed', { tag: '@browser' }, () => {
  const packed = scripts().reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
  expect(packed).toBeGreaterThan(50 * 1024);
  expect(packed).toBeLessThanOrEqual(MOST_PACKED);
});

test('the interface brings no schemas along: the host checks what it is sent', { tag: '@browser' }, () => {
  // The marks of the library of schemas.
  expect(scripts().filter((name) => /ZodError|_zod/.test(read(name)))).toEqual([]);
});
