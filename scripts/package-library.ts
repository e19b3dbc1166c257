import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRODUCT } from '@twicewise/contract';
import { build, mergeConfig } from 'vite';
import { nodeConfig } from './build-host.ts';
import { NPM_OUTPUT, pack, type Versions, versionIn } from './npm-pack.ts';
import { writeTypes } from './package-types.ts';

// Packs a library for programs as a tarball: our packages that it is made of are bundled, because they are not published.

const root = join(import.meta.dirname, '..');

/** A library, packed from the package of its name. */
export interface Library {
  name: string;
  description: string;
  /** Our packages whose declarations its own refer to. */
  uses: readonly string[];
  /** What it exports besides its index: names of files in its `src`. */
  parts?: readonly string[];
  /** Oldest Node. */
  node: string;
  /** Syntax of its JavaScript. */
  target: string;
  dependencies: Versions;
  optionalDependencies?: Versions;
  /** What a program installs beside it if it uses the part that needs it. */
  optionalPeers?: Versions;
}

/** The libraries that are published. */
export const LIBRARIES: readonly Library[] = [
  {
    name: 'client',
    description: 'The memory of what was tried, for programs that run agents: asks the Twicewise of this machine.',
    uses: ['contract'],
    node: '>=20',
    target: 'node20',
    // Only the types need it.
    dependencies: versionIn('packages/contract', 'zod'),
  },
  {
    name: 'memory',
    description: 'The memory of what was tried, in your own process: for tests, and for programs without Twicewise.',
    // All types are those of the client.
    uses: [],
    node: '>=22',
    target: 'node22',
    dependencies: {
      '@twicewise/client': PRODUCT.version,
      ...versionIn('packages/store', 'better-sqlite3'),
    },
    // Without it there are no vectors.
    optionalDependencies: versionIn('packages/store', 'sqlite-vec'),
  },
  {
    name: 'agent',
    description: 'Loops that act, evaluate, reflect and try again, with a memory that all agents of a machine share.',
    // All types of the memory are those of the client.
    uses: ['contract', 'checks', 'tool-answers'],
    node: '>=20',
    target: 'node20',
    dependencies: {
      '@twicewise/client': PRODUCT.version,
      ...versionIn('packages/contract', 'zod'),
    },
    parts: ['ai-sdk', 'langchain', 'mastra', 'openai-agents'],
    optionalPeers: {
      ai: '^7.0.0',
      '@langchain/core': '^1.0.1',
      '@mastra/core': '^1.15.0',
      '@openai/agents': '>=0.3.0 <1',
    },
  },
];

function manifestOf(library: Library, types: Readonly<Record<string, string>>): object {
  const { name, description, node, dependencies, optionalDependencies, optionalPeers } = library;
  const entries = Object.entries(types).map(([entry, path]) => [
    entry === 'index' ? '.' : `./${entry}`,
    { types: `./types/${path.replaceAll('\\', '/')}`, default: `./${entry}.js` },
  ]);
  return {
    name: `@twicewise/${name}`,
    version: PRODUCT.version,
    description,
    keywords: ['agents', 'memory', 'reflection', 'local-first'],
    license: 'MIT',
    type: 'module',
    exports: {
      ...Object.fromEntries(entries),
      './package.json': './package.json',
    },
    files: [...Object.keys(types).flatMap((entry) => [`${entry}.js`, `${entry}.js.map`]), 'chunks', 'types'],
    sideEffects: false,
    engines: { node },
    dependencies,
    ...(optionalDependencies ? { optionalDependencies } : {}),
    ...(optionalPeers ? { peerDependencies: optionalPeers, peerDependenciesMeta: optional(optionalPeers) } : {}),
  };
}

const optional = (peers: Versions) => Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }]));

/** Builds a library and packs it; returns the path of the tarball. */
export async function packageLibrary(library: Library): Promise<string> {
  const source = join(root, 'packages', library.name);
  const stage = join(NPM_OUTPUT, library.name);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  const entries = ['index', ...(library.parts ?? [])];
  const input = Object.fromEntries(entries.map((entry) => [entry, join(source, `src/${entry}.ts`)]));
  const output = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' };
  const config = nodeConfig(stage, input, output, library.target);
  const external = Object.keys({ ...library.dependencies, ...library.optionalPeers });
  // Ours by their very names: what else a package of ours exports is not published, and so is bundled.
  const rolldownOptions = {
    external: external.map((one) => new RegExp(one.startsWith('@twicewise/') ? `^${one}$` : `^${one}(?:/|$)`)),
  };
  await build(mergeConfig(config, { build: { sourcemap: true, rolldownOptions } }));
  const types = writeTypes(library.name, entries, library.uses, join(stage, 'types'), external);
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifestOf(library, types), null, 2)}\n`);
  writeFileSync(join(stage, 'README.md'), published(readFileSync(join(source, 'README.md'), 'utf8')));
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  return pack(stage);
}

/** A page without the names of files after the language of its samples, which only our gate reads. */
function published(page: string): string {
  return page.replace(/^(```\w+) \S+$/gm, '$1');
}
