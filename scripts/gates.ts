import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A check that can fail the build. */
export interface Gate {
  name: string;
  command: [string, ...string[]];
}

const PACKAGES = readdirSync(join(import.meta.dirname, '../packages')).sort();
/**
 * One checker in each program: several would each check for themselves what all files need, above all the contract, which takes
 * two to three times the processor time.
 */
const types = (folder: string): Gate => ({
  name: `types ${folder}`,
  command: ['tsc', '-p', folder, '--checkers', '1'],
});
const script = (name: string, ...args: string[]): Gate => ({
  name,
  command: [process.execPath, `scripts/${name}.ts`, ...args],
});

/** All gates; those whose problems are easiest to read come first. scripts/test proves each with an example that violates it. */
export const gates: readonly Gate[] = [
  ...PACKAGES.map((name) => types(`packages/${name}`)),
  types('packages/contract/test'),
  ...['main', 'preload', 'renderer'].map((runtime) => types(`apps/desktop/tsconfig.${runtime}.json`)),
  types('e2e'),
  types('scripts'),
  types('examples'),
  { name: 'biome', command: ['biome', 'ci', '--error-on-warnings', '.'] },
  script('verify-layers'),
  script('verify-names'),
  script('verify-size'),
  script('verify-docs'),
  script('verify-requirements'),
  script('verify-schema'),
  script('verify-lock'),
  script('verify-commits'),
];
