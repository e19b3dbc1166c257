import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutatedModule } from './modules.ts';
import type { MutationReport } from './score.ts';

/** Maximum time for one fast-check property to look for a counterexample, in milliseconds. */
const PROPERTY_MS = 2000;
/**
 * A test run counts as endless if it takes longer than one and a half times the unchanged run plus this time, in milliseconds.
 */
const PATIENCE_MS = 30_000;

/** Vitest's configuration: that of the suite, but with one process and with the tests of a module in order. */
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
    // Coverage shows which tests import a source: Vite's own search does not follow the links of the workspace.
    vitest: { configFile: 'mutation.vitest.mjs', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    // The folder is already a copy.
    inPlace: true,
    concurrency: 1,
    timeoutMS: PATIENCE_MS,
    // No type checker: TypeScript 7 has no programming interface for it, and Vite drops types without checking them.
    checkers: [],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: 'mutation-report.json' },
    allowConsoleColors: false,
    warnings: { slow: false },
    logLevel: 'warn',
    allowEmpty: false,
  };
}

/** Changes the sources of a module one by one in a copy of the checkout, and returns how its tests reacted to each change. */
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
