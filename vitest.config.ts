import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const TEST_FILES = [
  'packages/*/test/**/*.test.ts',
  'apps/*/test/**/*.test.ts',
  'packages/ui/src/**/*.test.{ts,tsx}',
  'scripts/test/**/*.test.ts',
  'e2e/scenarios/**/*.test.ts',
];

/**
 * The files that take longest, which start first: whichever runs last runs alone. Next to each other stand files that need the
 * processor and files that wait for other processes.
 */
const LONGEST = [
  'e2e/scenarios/every-door.test.ts',
  'scripts/test/durability.test.ts',
  'packages/core/test/undo/undo-histories.test.ts',
  'packages/host/test/hook-waiting.test.ts',
  'packages/host/test/odd-folders.test.ts',
  'packages/host/test/reading-commands.test.ts',
  'packages/core/test/bundles/interrupted.test.ts',
  'packages/host/test/hook-captures.test.ts',
  'packages/host/test/lifecycle.test.ts',
  'packages/client/test/connect.test.ts',
  'packages/host/test/model-thread.test.ts',
  'scripts/test/agents-hooks.test.ts',
  'packages/host/test/connect-check.test.ts',
];

for (const file of LONGEST) {
  if (!existsSync(join(import.meta.dirname, file))) throw new Error(`vitest.config.ts names ${file}, which is gone.`);
}

function place({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((file) => moduleId.endsWith(file));
  return at < 0 ? LONGEST.length : at;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  test: {
    include: TEST_FILES,
    setupFiles: ['packages/testkit/src/enter-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine takes longer than the second that Vitest waits by default.
    expect: { poll: { timeout: 30_000 } },
    // More than there are processors: tests that start processes wait for them.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    pool: 'forks',
    // Without this, V8 collects the whole heap again for each 64 MB of buffers, however little of it is garbage: an eighth of the
    // processor time of all unit tests.
    execArgv: ['--external-memory-accounted-in-global-limit'],
    // Files share their worker's process; `enter-file.ts` looks after what they leave in it.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
