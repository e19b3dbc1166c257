import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';

/** Starts the bootstrap of a checkout, which installs nothing: an install would remove what these tests run from. */
function bootstrap(checkout: string, ...args: string[]) {
  const env = { ...process.env, TWICEWISE_INSTALL: 'never' };
  return spawnSync(process.execPath, [join(checkout, 'scripts/bootstrap.mjs'), ...args], { env, encoding: 'utf8' });
}

describe('what npm starts', () => {
  it('ends as the program that it started ended', () => {
    const { status, stderr } = bootstrap(CHECKOUT, 'check:ui', '--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(bootstrap(CHECKOUT, 'test', '--only', 'nothing-of-the-kind').status).not.toBe(0);
  });

  it('installs nothing where it must not, and says what to do', () => {
    const folder = tempFolder('bootstrap');
    mkdirSync(join(folder.path, 'scripts'));
    for (const name of ['scripts/bootstrap.mjs', 'package-lock.json']) {
      copyFileSync(join(CHECKOUT, name), join(folder.path, name));
    }
    const { status, stderr } = bootstrap(folder.path, 'check:ui', '--help');
    expect(status).toBe(1);
    expect(stderr).toContain('Run npm start once');
    expect(existsSync(join(folder.path, 'node_modules'))).toBe(false);
    folder.remove();
  });
});
