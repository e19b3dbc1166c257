import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, mergeConfig } from 'vite';
import interfaceConfig from '../packages/ui/vite.config.ts';
import { commandConfig, hostConfig, nodeConfig } from './build-host.ts';
import { buildOnce } from './build-once.ts';
import { buildUi } from './build-ui.ts';

const root = join(import.meta.dirname, '..');
const DESKTOP = join(root, 'apps/desktop');
const DIST = join(DESKTOP, 'dist');

/**
 * Main process, store worker and command share most of their code. The host's files keep the relative paths that they have in the
 * checkout, because they use these to find each other.
 */
const main = hostConfig(DIST, { 'main/index': join(DESKTOP, 'src/main/index.ts') });

/** A sandboxed preload script must be a single CommonJS file. */
const preload = nodeConfig(
  DIST,
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

/** Builds the desktop app into `apps/desktop/dist`, unless the last build was of the same sources. */
export async function buildDesktop(): Promise<void> {
  await buildUi();
  const inputs = [
    'apps/desktop/src',
    'apps/desktop/icons',
    'packages',
    'scripts/build-desktop.ts',
    'scripts/build-host.ts',
    'package-lock.json',
  ];
  await buildOnce('apps/desktop/dist', 'Building the desktop app…', inputs, async () => {
    rmSync(DIST, { recursive: true, force: true });
    for (const config of [main, commandConfig(DIST), preload, renderer]) await build(config);
    // Outside of the archive, no manifest in a folder above says that the files are ES modules.
    writeFileSync(join(DIST, 'host/package.json'), '{"type":"module"}\n');
    cpSync(join(root, 'packages/ui/dist'), join(DIST, 'ui/dist'), { recursive: true });
    cpSync(join(DESKTOP, 'icons'), join(DIST, 'icons'), { recursive: true });
  });
}
