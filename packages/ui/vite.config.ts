import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The page is served under `default-src 'none'` without any `unsafe-*`: nothing may be inlined,
 * neither as a data: URL (fonts) nor as a script (the module preload polyfill).
 */
export default defineConfig({
  root: here('src/web'),
  base: './',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The host is on this machine: to write down for each screen what it imports takes a browser longer than to find it out.
      resolveDependencies: (_file, imported, { hostType }) => (hostType === 'html' ? imported : []),
    },
    // Names which files each screen needs; the test of their sizes reads it.
    manifest: true,
    chunkSizeWarningLimit: 500,
    // The oldest browsers with light-dark(), on which the palette rests.
    target: ['chrome123', 'firefox128', 'safari17.5'],
    rolldownOptions: {
      // What four screens share is one file. Left alone, the bundler makes a file of each set of screens that share something: a
      // screen then asks for fifty, and each request takes a browser longer than the script in it.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 4 }] } },
      treeshake: {
        // The contract's schemas are pure. Without this, zod comes along with the three plain functions used here,
        // and zod probes `new Function`, which the policy above reports as a violation.
        moduleSideEffects: [{ test: /packages\/contract\//, sideEffects: false }],
      },
    },
  },
});
