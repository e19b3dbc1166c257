import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

// What a browser has to load. The limits are in bytes, so a busy machine does not change the result.

const DIST = join(import.meta.dirname, '../../packages/ui/dist');
const ASSETS = join(DIST, 'assets');
/** Limit for the scripts that a window loads before its first screen is drawn, compressed as a server would send them. */
const MOST_PACKED = 250 * 1024;
/** The same for screens that need less of it. */
const MOST_PACKED_OF: Readonly<Record<string, number>> = {
  Today: 245,
  Sessions: 249,
  Causes: 247,
  Activity: 212,
  Brief: 209,
  Insights: 227,
  Data: 214,
};
/** Limit for the scripts of all screens. Each file costs a little, so what lets a screen load less makes all of them larger. */
const MOST_PACKED_ALL = 449 * 1024;
/** Limit for the number of these scripts of one screen: each request takes a browser longer than a small script is worth. */
const MOST_SCRIPTS = 22;
/** Limit for the code that draws the map. It is loaded when a map is opened, and no other part of the interface waits for it. */
const MOST_PACKED_MAP = 160 * 1024;
/** Limit for what reads Markdown. It is loaded with the first text that has any. */
const MOST_PACKED_MARKDOWN = 44 * 1024;
/** Limit for what an empty memory shows, and for connecting and importing. */
const MOST_PACKED_FIRST_RUN = 8 * 1024;

const scripts = () => readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
const isMap = (name: string) => /^(?:cytoscape-map|layout-worker)-/.test(name);
const isMarkdown = (name: string) => name.startsWith('markdown-tree-');
const isFirstRun = (name: string) => name.startsWith('first-run-');
const packed = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
const read = (name: string) => readFileSync(join(ASSETS, name), 'utf8');

/** A built file, with the files that it loads first. */
interface Built {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}

/** Reads which script is built from each source, by the source's name. */
const builtScripts = () => JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Built>;

/** The scripts that are loaded before the page with this screen is drawn. */
function scriptsOf(screen: string): Set<string> {
  const built = builtScripts();
  const found = new Set<string>();
  const add = (source: string) => {
    const one = built[source];
    if (!one) throw new Error(`${source} is not built`);
    const { file, imports = [] } = one;
    const name = basename(file);
    if (found.has(name)) return;
    found.add(name);
    imports.forEach(add);
  };
  for (const [source, { isEntry }] of Object.entries(built)) {
    if (isEntry || source.endsWith(`/${screen}.tsx`)) add(source);
  }
  return found;
}

/** All screens, by the name of their folder. */
const screens = () => Object.keys(builtScripts()).flatMap((source) => /(\w+)\/\1Screen\.tsx$/.exec(source)?.[1] ?? []);

test('a window loads at most 250 KB of script, packed, in 22 files, for its first screen', { tag: '@browser' }, () => {
  expect(screens().length).toBeGreaterThanOrEqual(9);
  for (const screen of screens()) {
    const names = scriptsOf(`${screen}Screen`);
    expect(packed(names), screen).toBeGreaterThan(150 * 1024);
    const most = MOST_PACKED_OF[screen];
    expect(packed(names), screen).toBeLessThanOrEqual(most === undefined ? MOST_PACKED : most * 1024);
    expect(names.size, screen).toBeLessThanOrEqual(MOST_SCRIPTS);
  }
});

test(`the interface is at most ${MOST_PACKED_ALL / 1024} KB of script, packed`, { tag: '@browser' }, () => {
  const size = packed(scripts().filter((name) => !isMap(name) && !isMarkdown(name)));
  expect(size).toBeGreaterThan(50 * 1024);
  expect(size).toBeLessThanOrEqual(MOST_PACKED_ALL);
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

test('what an empty memory shows is a file of its own, of at most 8 KB', { tag: '@browser' }, () => {
  const size = packed(scripts().filter(isFirstRun));
  expect(size).toBeGreaterThan(1024);
  expect(size).toBeLessThanOrEqual(MOST_PACKED_FIRST_RUN);
  expect(readFileSync(join(ASSETS, '../index.html'), 'utf8')).not.toContain('first-run');
});

test('the interface brings no schemas along: the host checks what it is sent', { tag: '@browser' }, () => {
  // Names that show that the schema library is included.
  expect(scripts().filter((name) => /ZodError|_zod/.test(read(name)))).toEqual([]);
});
