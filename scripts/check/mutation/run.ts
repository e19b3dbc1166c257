import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutatedModule } from './modules.ts';
import type { MutationReport } from './score.ts';

/** How long one property of fast-check may look for a counterexample, in milliseconds. */
const PROPERTY_MS = 2000;
/** Beyond half as long again as without the change, and this, in milliseconds, tests count as running for ever. */
const PATIENCE_MS = 30_000;

/** Vitest's configuration: the suite's, but for one process and the tests of a module in their order. */
function configurationOf({ tests }: MutatedModule): string {
  return `import { matchesGlob, relative } from 'node:path';
const TESTS = ${JSON.stringify(tests)};
const place = ({ moduleId }) => TESTS.findIndex((glob) => matchesGlob(relative(import.meta.dirname, moduleId), glob));
class Quickest {
  shard(files) { return files; }
  sort(files) { return [...files].sort((one, other) => place(one) - place(other)); }
}
export default {
  test: {
    include: TESTS,
    setupFiles: ['packages/testkit/src/enter-surroundings.ts', 'bounded-properties.mjs'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    sequence: { sequencer: Quickest },
  },
};
`;
}

const BOUNDED = `import { configureGlobal } from 'fast-check';
configureGlobal({ interruptAfterTimeLimit: ${PROPERTY_MS} });
`;

function optionsOf({ sources }: MutatedModule): object {
  return {
    mutate: sources,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Tests that import a source are found by coverage; Vite's own search for them stops at the links of the workspace.
    vitest: { configFile: 'mutation.vitest.mjs', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    // The folder is a copy already.
    inPlace: true,
    concurrency: 1,
    timeoutMS: PATIENCE_MS,
    // No type checker: TypeScript 7 has none that a program can ask, and Vite drops types unread.
    checkers: [],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: 'mutation-report.json' },
    allowConsoleColors: false,
    warnings: { slow: false },
    logLevel: 'warn',
    allowEmpty: false,
  };
}

/** Changes the sources of a module one by one in a copy of the checkout; answers what its tests said to each. */
export async function mutate(copy: string, mutated: MutatedModule): Promise<MutationReport> {
  writeFileSync(join(copy, 'mutation.vitest.mjs'), configurationOf(mutated));
  writeFileSync(join(copy, 'bounded-properties.mjs'), BOUNDED);
  writeFileSync(join(copy, 'mutation.json'), JSON.stringify(optionsOf(mutated)));
  const program = join(copy, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const child = spawn(process.execPath, [program, 'run', 'mutation.json'], { cwd: copy, stdio: ['ignore', 2, 2] });
  const stop = () => child.kill('SIGINT');
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (ended) => resolve(ended ?? 1));
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (code !== 0) throw new Error(`Stryker ended with ${code}; what it said is above.`);
  return JSON.parse(readFileSync(join(copy, 'mutation-report.json'), 'utf8')) as MutationReport;
}
