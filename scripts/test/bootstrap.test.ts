import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../gate.ts';

function bootstrap(...args: string[]): number | null {
  return spawnSync(process.execPath, [join(CHECKOUT, 'scripts/bootstrap.mjs'), ...args], { stdio: 'ignore' }).status;
}

describe('what npm starts', () => {
  it('ends as the program that it started ended', () => {
    expect(bootstrap('test', '--only', 'nothing-of-the-kind')).not.toBe(0);
    expect(bootstrap('check:ui', '--help')).toBe(0);
  });
});
