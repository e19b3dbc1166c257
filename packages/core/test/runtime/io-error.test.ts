import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { explainSqliteError } from '@twicewise/store';
import { describe, expect, it } from 'vitest';
import { TestCore, tempFolder } from '../harness.ts';

const CHILD = join(import.meta.dirname, 'io-error-child.ts');

describe('a disk that reports an error', () => {
  it.skipIf(process.platform === 'win32')('is said as such, and nobody claims that nothing was changed', async () => {
    const folder = tempFolder();
    // The system limits files to 2 MB: the write then fails, but not for lack of space.
    const limited = `ulimit -f 4096 && exec "${process.execPath}" "${CHILD}" "${folder}"`;
    const said = execFileSync('/bin/sh', ['-c', limited], { encoding: 'utf8' });
    const { acknowledged, error } = JSON.parse(said) as { acknowledged: string[]; error: Record<string, string> };
    expect(acknowledged.length).toBeGreaterThan(3);
    expect(error).toMatchObject({ code: 'unavailable', reason: 'io_error' });
    expect(error.message).not.toContain('nothing was changed');
    const after = new TestCore({ folder });
    const { items } = await after.call('reflection.list', { limit: 500 });
    const kept = new Set(items.map(({ taskDescription }) => taskDescription));
    expect(acknowledged.filter((task) => !kept.has(task))).toEqual([]);
    await after.remove();
  });

  it('is said as such whatever was being done when it came', () => {
    for (const code of ['IOERR', 'IOERR_FSYNC', 'IOERR_WRITE', 'IOERR_READ', 'IOERR_DIR_FSYNC', 'IOERR_SHMMAP']) {
      const explained = explainSqliteError(Object.assign(new Error('disk I/O error'), { code: `SQLITE_${code}` }));
      expect(explained, code).toMatchObject({ reason: 'io_error', message: expect.stringContaining('not known') });
    }
  });
});
