import { settings } from '@twicewise/contract';
import { isSettingKey } from '@twicewise/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const keys = () => test.rows<{ key: string }>('SELECT key FROM setting').map(({ key }) => key);
const isSound = async () => (await test.call('host.check', {})).total === 0;

describe('rows of the table of settings', () => {
  it('are known to the full check, whatever operation wrote, undid or redid them', async () => {
    const one = await test.store({ taskDescription: 'one' });
    const other = await test.store({ taskDescription: 'other' });
    const ids: [string, string] = [one.id, other.id];
    const done = [
      await test.call('settings.set', { changes: settings.parse({}) }),
      await test.call('view.save', { name: 'Mine', screen: 'lessons', query: 'sort=updated' }),
      await test.call('reflection.keep', { id: one.id }),
      await test.call('reflection.dismissSuspect', { ids }),
      await test.call('reflection.dismissContradiction', { ids }),
    ];
    expect(await isSound()).toBe(true);
    expect(keys().length).toBe(Object.keys(settings.shape).length + 4);
    for (const { operationId } of done) await test.call('operation.undo', { operationId: operationId ?? '' });
    expect([keys(), await isSound()]).toEqual([[], true]);
    for (const { operationId } of done) await test.call('operation.redo', { operationId: operationId ?? '' });
    expect(await isSound()).toBe(true);
    expect(keys().every(isSettingKey)).toBe(true);
  });
});
