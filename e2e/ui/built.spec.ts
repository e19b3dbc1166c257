import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

// What a browser has to load. The limits are in bytes, so a busy machine does not change the result.

const ASSETS = join(import.meta.dirname, '../../packages/ui/dist/assets');
/** Limit for all scripts of the interface, compressed as a server would send them, except for those loaded on demand. */
const MOST_PACKED = 350 * 1024;
/** Limit for the code that draws the map. It is loaded when a map is opened, and no other part of the interface waits for it. */
const MOST_PACKED_MAP = 160 * 1024;
/** Limit for what reads Markdown. It is loaded with the first text that has any. */
const MOST_PACKED_MARKDOWN = 44 * 1024;

const scripts = () => readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
const isMap = (name: string) => /^(?:cytoscape-map|layout-worker)-/.test(name);
const isMarkdown = (name: string) => name.startsWith('markdown-tree-');
const packed = (names: string[]) => names.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
const read = (name: string) => readFileSync(join(ASSETS, name), 'utf8');

test('the interface is at most 350 KB of script, packed', { tag: '@browser' }, () => {
  const size = packed(scripts().filter((name) => !isMap(name) && !isMarkdown(name)));
  expect(size).toBeGreaterThan(50 * 1024);
  expect(size).toBeLessThanOrEqual(MOST_PACKED);
});

test('what draws the map of causes is a file of its own, of at most 160 KB', { tag: '@browser' }, () => {
  const size = packed(scripts().filter(isMap));
  expect(size).toBeGreaterThan(50 * 1024);
  expect(size).toBeLessThanOrEqual(MOST_PACKED_MAP);
  expect(readFileSync(join(ASSETS, '../index.html'), 'utf8')).not.toContain('cytoscape-map');
});

test('what reads Markdown is a file of its own, of at most 44 KB', { tag: '@browser' }, () => {
  const size = packed(scripts().filter(isMarkdown));
  expect(size).toBeGreaterThan(10 * 1024);
  expect(size).toBeLessThanOrEqual(MOST_PACKED_MARKDOWN);
  expect(readFileSync(join(ASSETS, '../index.html'), 'utf8')).not.toContain('markdown-tree');
});

test('the interface brings no schemas along: the host checks what it is sent', { tag: '@browser' }, () => {
  // Names that show that the schema library is included.
  expect(scripts().filter((name) => /ZodError|_zod/.test(read(name)))).toEqual([]);
});
