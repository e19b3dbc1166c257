import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'apps/*/test/**/*.test.ts',
      'packages/ui/src/**/*.test.{ts,tsx}',
      'scripts/test/**/*.test.ts',
      'e2e/scenarios/**/*.test.ts',
    ],
    setupFiles: ['packages/testkit/src/enter-surroundings.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
    pool: 'forks',
  },
});
