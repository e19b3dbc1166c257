import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const failures = { name: 'My failures', screen: 'lessons', query: 'outcome=failure&sort=updated' };

describe('saved views', () => {
  it('are saved, listed, renamed and deleted, each undone and redone exactly', async () => {
    verifies('C-07');
    const dumps = [dump(test)];
    const operations: string[] = [];
    const note = ({ operationId }: { operationId: string | null }) => {
      operations.push(operationId ?? '');
      dumps.push(dump(test));
    };
    const saved = await test.call('view.save', failures);
    note(saved);
    const { id } = saved.view;
    expect((await test.call('view.list', {})).items).toEqual([{ ...saved.view, ...failures }]);
    note(await test.call('view.save', { id, query: 'outcome=partial' }));
    note(await test.call('view.rename', { id, name: 'Half done' }));
    expect((await test.call('view.list', {})).items).toMatchObject([
      { id, name: 'Half done', query: 'outcome=partial' },
    ]);
    note(await test.call('view.delete', { id }));
    expect((await test.call('view.list', {})).items).toEqual([]);
    for (let at = operations.length - 1; at >= 0; at--) {
      await test.call('operation.undo', { operationId: operations[at] ?? '' });
      expect(dump(test)).toBe(dumps[at]);
    }
    for (let at = 0; at < operations.length; at++) {
      await test.call('operation.redo', { operationId: operations[at] ?? '' });
      expect(dump(test)).toBe(dumps[at + 1]);
    }
  });

  it('are undone each for itself, and settings know nothing of them', async () => {
    const first = await test.call('view.save', failures);
    await test.call('view.save', { ...failures, name: 'Another' });
    const before = (await test.call('settings.get', {})).settings;
    await test.call('operation.undo', { operationId: first.operationId ?? '' });
    expect((await test.call('view.list', {})).items.map(({ name }) => name)).toEqual(['Another']);
    expect((await test.call('settings.get', {})).settings).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('Another');
  });

  it('are listed by screen and walked through by cursor', async () => {
    for (let n = 0; n < 5; n++) {
      test.now += 1;
      await test.call('view.save', { ...failures, name: `v${n}`, screen: n === 2 ? 'activity' : 'lessons' });
    }
    const first = await test.call('view.list', { screen: 'lessons', limit: 3 });
    const rest = await test.call('view.list', { screen: 'lessons', limit: 3, cursor: first.nextCursor ?? '' });
    expect([...first.items, ...rest.items].map(({ name }) => name)).toEqual(['v0', 'v1', 'v3', 'v4']);
    expect(rest.nextCursor).toBeNull();
  });

  it('have names of their own on a screen, and leave no trace when nothing changes', async () => {
    const { view } = await test.call('view.save', failures);
    expect(await test.fail('view.save', failures)).toMatchObject({ code: 'conflict', reason: 'in_use' });
    await test.call('view.save', { ...failures, screen: 'activity' });
    const other = await test.call('view.save', { ...failures, name: 'Other' });
    const rename = { id: other.view.id, name: failures.name };
    expect(await test.fail('view.rename', rename)).toMatchObject({ code: 'conflict', reason: 'in_use' });
    const same = await test.call('view.rename', { id: view.id, name: view.name });
    expect(same).toEqual({ view, operationId: null });
  });

  it('refuse bad input and change nothing', async () => {
    const { view } = await test.call('view.save', failures);
    const before = dump(test);
    for (const bad of [
      {},
      { ...failures, name: ' ' },
      { ...failures, name: 'x', query: 'q'.repeat(2049) },
      { ...failures, name: 'x', screen: '../etc' },
      { id: view.id },
      { id: view.id, name: 'x', query: '' },
      { ...failures, name: 'x', colour: 'red' },
    ]) {
      expect(await test.fail('view.save', bad)).toMatchObject({ code: 'invalid_input' });
    }
    const missing = 'view_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(await test.fail('view.delete', { id: missing })).toMatchObject({ code: 'not_found' });
    expect(await test.fail('view.rename', { id: missing, name: 'x' })).toMatchObject({ code: 'not_found' });
    expect(await test.fail('view.delete', { id: 'ui.theme' })).toMatchObject({ code: 'invalid_input' });
    expect(dump(test)).toBe(before);
  });
});
