import { readFileSync, writeFileSync } from 'node:fs';
import type { Backup } from '@twicewise/contract';
import { checkBackup } from '@twicewise/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecondThread } from '../../src/runtime/second-thread.ts';
import { dump, TestCore } from '../harness.ts';

let test: TestCore;
let checked: string[];
beforeEach(() => {
  test = new TestCore();
  checked = [];
});
afterEach(() => test.remove());

/** Changes one bit of a text, which SQLite's own check does not notice. */
function alter({ path }: Backup): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf('as it was');
  expect(at).toBeGreaterThan(0);
  bytes.write('as it WAS', at);
  writeFileSync(path, bytes);
}

async function backups(count: number): Promise<Backup[]> {
  const made: Backup[] = [];
  for (let n = 0; n < count; n++) {
    await test.store({ taskDescription: `lesson ${n}`, text: 'as it was' });
    test.now += 60_000;
    made.unshift((await test.call('backup.create', {})).backup);
  }
  return made;
}

describe('a backup with altered rows', () => {
  it('is passed over: the newest that passes is recommended, and nothing older is read', async () => {
    const [newest, second, third] = await backups(4);
    if (!newest || !second || !third) throw new Error('no backups');
    expect((await test.call('backup.recommend', {})).backup).toEqual(newest);
    alter(newest);
    alter(second);
    const advice = await test.call('backup.recommend', {});
    expect(advice.backup).toEqual(third);
    expect(advice.passedOver.map(({ backup, total }) => [backup.name, total])).toEqual([
      [newest.name, 1],
      [second.name, 1],
    ]);
  });

  it('is told before it is restored, refused, and restored when a person accepts it', async () => {
    const [backup] = await backups(2);
    if (!backup) throw new Error('no backup');
    alter(backup);
    const { total, problems, holds } = await test.call('backup.preview', { name: backup.name });
    expect([total, problems, holds.reflections]).toEqual([1, [expect.stringContaining('the reflection')], 2]);
    const before = dump(test);
    expect(await test.fail('backup.restore', { name: backup.name })).toMatchObject({
      code: 'refused',
      reason: 'damaged',
      message: expect.stringContaining('1 problem'),
      hint: expect.stringContaining('backup.recommend'),
    });
    expect(dump(test)).toBe(before);
    await test.call('backup.restore', { name: backup.name, acceptProblems: true });
    expect((await test.call('host.status', {})).counts.reflections).toBe(2);
    expect((await test.call('host.check', {})).total).toBe(1);
  });

  it('is the only kind there is: none is recommended, and each is named with its problems', async () => {
    const made = await backups(2);
    made.forEach(alter);
    const { backup, passedOver } = await test.call('backup.recommend', {});
    expect([backup, passedOver.length]).toEqual([null, 2]);
  });
});

describe('the check of backups', () => {
  it('is done once for each, and again for one that has changed', async () => {
    await backups(3);
    const { paths } = test;
    const secondThread = {
      checkBackup: async (name: string) => {
        checked.push(name);
        return checkBackup(paths, name, () => 0);
      },
    } as unknown as SecondThread;
    const again = new TestCore({ paths, folder: test.folder, secondThread });
    const { backup } = await again.call('backup.recommend', {});
    await again.call('backup.recommend', {});
    await again.call('backup.preview', { name: backup?.name ?? '' });
    expect(checked).toEqual([backup?.name]);
    if (backup) alter(backup);
    await again.call('backup.recommend', {});
    expect(checked).toHaveLength(3);
    await again.core.close();
  });

  it('is done once for all who ask while it goes on, and again after one that could not be done', async () => {
    const [newest] = await backups(1);
    const { paths } = test;
    let isFull = true;
    const secondThread = {
      checkBackup: async (name: string) => {
        checked.push(name);
        await new Promise(setImmediate);
        if (isFull) throw new Error('no space');
        return checkBackup(paths, name, () => 0);
      },
    } as unknown as SecondThread;
    const again = new TestCore({ paths, folder: test.folder, secondThread });
    const ask = () => Promise.all([1, 2, 3].map(() => again.call('backup.recommend', {})));
    expect((await ask()).map(({ backup }) => backup)).toEqual([null, null, null]);
    expect(checked).toHaveLength(1);
    isFull = false;
    expect((await ask()).map(({ backup }) => backup)).toEqual([newest, newest, newest]);
    expect(checked).toHaveLength(2);
    await again.core.close();
  });
});
