import { defineConfig } from 'vitest/config';

const TEST_FILES = [
  'packages/*/test/**/*.test.ts',
  'apps/*/test/**/*.test.ts',
  'packages/ui/src/**/*.test.{ts,tsx}',
  'scripts/test/**/*.test.ts',
  'e2e/scenarios/**/*.test.ts',
];

export default defineConfig({
  test: {
    include: TEST_FILES,
    setupFiles: ['packages/testkit/src/enter-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // More than there are processors: tests that start processes wait for them.
    maxWorkers: 3,
    pool: 'forks',
    // Files share their worker's process; `enter-file.ts` looks after what they leave in it.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
