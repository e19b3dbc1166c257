import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, seeded, TestCore } from '../harness.ts';
import { exportWithLaterParent, importFrom, standings } from './bundle-harness.ts';

let from: TestCore;
let to: TestCore;
beforeEach(() => {
  from = new TestCore();
  to = new TestCore({ random: seeded(9) });
});
afterEach(async () => {
  await from.remove();
  await to.remove();
});

describe('a session whose parent comes after it', () => {
  it('gets it as soon as it is there', async () => {
    for (const sessionId of ['child', 'parent']) await from.store({ sessionId });
    const path = join(to.folder, 'b.twicewise');
    const id = await exportWithLaterParent(from, path);
    expect(await importFrom(to, path)).toMatchObject({ state: 'done', error: null });
    const { items } = await to.call('session.list', {});
    expect(new Map(items.map(({ nativeId, parentId }) => [nativeId, parentId]))).toEqual(
      new Map([
        ['child', id],
        ['parent', null],
      ]),
    );
  });

  it('gets the session that this memory knows by the name of that parent, and a second import changes nothing', async () => {
    for (const sessionId of ['child', 'parent']) await from.store({ sessionId });
    const known = await to.store({ sessionId: 'parent' });
    const path = join(to.folder, 'b.twicewise');
    await exportWithLaterParent(from, path);
    expect(await importFrom(to, path)).toMatchObject({ state: 'done' });
    const { items } = await to.call('session.list', {});
    const own = items.find(({ nativeId }) => nativeId === 'child');
    expect(own?.parentId).toBe(known.sessionId);
    const once = dump(to);
    expect(await standings(to, path)).toMatchObject({ new: 0, changedHere: 0, changedThere: 0, conflicting: 0 });
    expect(await importFrom(to, path)).toMatchObject({ result: { written: 0, undecided: 0 } });
    expect(dump(to)).toBe(once);
  });
});
