import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, tempFolder } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const folders = [tempFolder('bundle-from'), tempFolder('bundle-to')] as const;
const [from, to] = folders;
const bundle = join(from.path, 'shop.twicewise');
const MAIL = 'ann@example.org';

async function store(fields: Record<string, unknown>): Promise<void> {
  const input = JSON.stringify({ outcome: 'failure', ...fields });
  expect((await runCommand(['call', 'reflection.store', '-', '--data', from.path], { input })).code).toBe(0);
}

beforeAll(async () => {
  await store({ taskDescription: 'Fix the clock', projectId: 'shop' });
  await store({ taskDescription: `Ask ${MAIL}`, projectId: 'web' });
});
afterAll(() => {
  for (const folder of folders) folder.remove();
});

const exported = (...args: string[]) => runCommand(['export', ...args, '--data', from.path]);
const imported = (...args: string[]) => runCommand(['import', ...args, '--data', to.path]);

describe('twicewise export', () => {
  it('writes the project that is named, without a question when the scan finds nothing', async () => {
    const { code, stderr } = await exported(bundle, '--project', 'shop');
    expect([code, stderr]).toEqual([0, expect.stringContaining('To write: 1 project, 1 lesson.')]);
    expect(stderr).toContain('Not carried: 2 operations');
    expect(readFileSync(bundle).subarray(0, 2).toString()).toBe('PK');
  });

  it('says what the scan finds, and writes nothing while nobody says yes', async () => {
    const path = join(from.path, 'all.twicewise');
    const { code, stderr } = await exported(path);
    expect(code).toBe(2);
    expect(stderr).toMatch(/The scan found \w+ 1 time: reflection refl_\w+ taskDescription/);
    expect(stderr).not.toContain(MAIL);
    expect(existsSync(path)).toBe(false);
    expect((await exported(path, '--yes')).code).toBe(0);
  });

  it('never replaces a file unless told, and refuses names that no bundle has', async () => {
    const before = readFileSync(bundle);
    const { code, stdout } = await exported(bundle, '--yes');
    expect([code, JSON.parse(stdout).error.reason]).toEqual([1, 'bad_file']);
    expect(readFileSync(bundle)).toEqual(before);
    expect((await exported(bundle, '--project', 'shop', '--overwrite')).code).toBe(0);
    expect(readFileSync(bundle)).toEqual(before);
    expect((await exported(join(from.path, 'x.zip'))).code).toBe(2);
    expect((await exported()).code).toBe(2);
  });
});

describe('twicewise import of a bundle', () => {
  it('shows what it would do, asks, does it, and says how to take it back', async () => {
    const { code, stderr } = await imported(bundle, '--preview');
    expect([code, stderr]).toEqual([0, expect.stringContaining('lessons: 1 new')]);
    expect(stderr).toContain('Project "shop": new');
    expect((await imported(bundle)).code).toBe(2);
    const done = await imported(bundle, '--yes');
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('2 records written, 0 left as they were.')]);
    expect(done.stderr).toContain('operation.undo');
    expect((await imported(bundle, '--yes')).stderr).toContain('0 records written, 2 left as they were.');
  });

  it('refuses what is no bundle, and options that mean nothing for it', async () => {
    const path = join(to.path, 'no.twicewise');
    writeFileSync(path, 'no bundle');
    const { code, stdout } = await imported(path, '--yes');
    expect([code, JSON.parse(stdout).error.reason]).toEqual([1, 'bad_file']);
    expect((await imported(bundle, '--since', '2026-01-01')).code).toBe(2);
    expect((await imported('lessons.jsonl', '--preview')).code).toBe(2);
    expect((await imported(bundle, '--conflicts', 'all')).code).toBe(2);
  });
});
