import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A check that can fail the build. */
export interface Gate {
  name: string;
  command: [string, ...string[]];
}

const PACKAGES = join(import.meta.dirname, '../packages');

/** True for a package that must not see Node, or that sees the browser: it has a `tsconfig` of its own. */
const hasTypesOfItsOwn = (name: string) => existsSync(join(PACKAGES, name, 'tsconfig.json'));

/**
 * One checker in each program: several would each check for themselves what all files need, above all the contract, which takes
 * two to three times the processor time.
 */
const types = (project: string, name = project): Gate => ({
  name: `types ${name}`,
  command: ['tsc', '-p', project, '--checkers', '1'],
});
const script = (name: string, ...args: string[]): Gate => ({
  name,
  command: [process.execPath, `scripts/${name}.ts`, ...args],
});

/** All gates; those whose problems are easiest to read come first. scripts/test proves each with an example that violates it. */
export const gates: readonly Gate[] = [
  // All that runs in Node is one program: sixteen would each check the packages below them again.
  types('.', 'of what runs in Node'),
  ...readdirSync(PACKAGES)
    .sort()
    .filter(hasTypesOfItsOwn)
    .map((name) => types(`packages/${name}`)),
  ...['preload', 'renderer'].map((runtime) => types(`apps/desktop/tsconfig.${runtime}.json`)),
  types('e2e'),
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
