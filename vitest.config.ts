import { defineConfig } from 'vitest/config';

const TEST_FILES = [
  'packages/*/test/**/*.test.ts',
  'apps/*/test/**/*.test.ts',
  'packages/ui/src/**/*.test.{ts,tsx}',
  'scripts/test/**/*.test.ts',
  'e2e/scenarios/**/*.test.ts',
];

/** Packages without state: their tests may share a process, whose start takes longer than most of their files. */
const STATELESS = 'packages/{search,redaction,ingest}/test/**/*.test.ts';

export default defineConfig({
  test: {
    setupFiles: ['packages/testkit/src/enter-surroundings.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // More than there are processors: tests that start processes wait for them.
    maxWorkers: 3,
    pool: 'forks',
    projects: [
      { extends: true, test: { name: 'isolated', include: TEST_FILES, exclude: [STATELESS, '**/node_modules/**'] } },
      { extends: true, test: { name: 'stateless', include: [STATELESS], isolate: false } },
    ],
  },
});
