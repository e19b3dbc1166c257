import { contract, type OperationName } from '@twicewise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { TestCore } from './harness.ts';

// A cursor is opaque, so a program may pass the cursor of one list to another. Each list refuses cursors that it did not make,
// without an internal error.

const LISTS = (Object.keys(contract) as OperationName[]).filter((name) => {
  const schema = z.toJSONSchema(contract[name].input, { io: 'input', unrepresentable: 'any' });
  return 'cursor' in (schema.properties ?? {});
});

const pack = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const GARBAGE = [
  '',
  'x',
  '%%%',
  'null',
  ...[null, 0, {}, [], [[]], [null], [null, null], [true, 1], ['a', {}], ['a'.repeat(300), 'b'], 'text'].map(pack),
  ...[['x'], ['x', 'y'], ['x', 'y', 'z'], ['x', 1], [1, 'x'], [1, 1], ['x', 'y', 'z', 'a'], [1, 2, 3, 4]].map(pack),
  pack(['2026-01-01T00:00:00.000Z', 1.5]),
  pack(['2026-01-01T00:00:00.000Z', 1e300]),
  pack([1.5]),
  pack([-1e300]),
  ...['sessions', 'jobs', 'neglected', 'lessons newest', 'suspects'].flatMap((list) => [
    pack([list]),
    pack([list, 'x', 'y']),
    pack([list, null, 1]),
    pack([list, 'x', 1, 2]),
  ]),
];

let test: TestCore;
let lessonId = '';
const made = new Map<string, string>();
const NEEDED: Partial<Record<OperationName, () => object>> = {
  'exposure.list': () => ({ reflectionId: lessonId }),
  'session.notes': () => ({ id: 's0', projectId: 'p0' }),
};
const inputOf = (name: OperationName) => NEEDED[name]?.() ?? {};

async function ask(name: OperationName, cursor?: string, more: object = {}) {
  const input = { ...inputOf(name), limit: 1, ...(cursor === undefined ? {} : { cursor }), ...more };
  return test.envelope(name, input);
}

beforeAll(async () => {
  test = new TestCore();
  for (let n = 0; n < 3; n++) {
    const { id } = await test.store({ projectId: `p${n}`, sessionId: `s${n}`, taskDescription: `task ${n}` });
    lessonId = id;
    await test.call('memory.feedback', { reflectionId: id, verdict: 'harmful' });
    await test.call('attempt.record', { projectId: `p${n}`, sessionId: `s${n}`, task: 'task', outcome: 'failure' });
    await test.call('session.note', { projectId: 'p0', sessionId: 's0', goal: `goal ${n}` });
    await test.call('view.save', { screen: 'lessons', name: `view ${n}`, query: `q=${n}` });
  }
  for (const name of LISTS) {
    const page = await ask(name);
    if (page.ok) {
      const { nextCursor } = page.value as { nextCursor: string | null };
      if (nextCursor !== null) made.set(name, nextCursor);
    }
  }
});
afterAll(() => test.remove());

describe('cursors', () => {
  it('most lists made one, and go on from it (control)', async () => {
    expect(LISTS.length).toBeGreaterThan(12);
    expect([...made.keys()]).toEqual(
      expect.arrayContaining(['reflection.list', 'operation.list', 'reflection.harmful']),
    );
    for (const [name, cursor] of made) expect(await ask(name as OperationName, cursor)).toMatchObject({ ok: true });
  });

  it.each(LISTS)('%s refuses those of all other lists', async (name) => {
    for (const [other, cursor] of made) {
      if (other === name) continue;
      expect(await ask(name, cursor), other).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    }
  });

  it.each(LISTS)('%s refuses garbage', async (name) => {
    for (const cursor of GARBAGE) {
      expect(await ask(name, cursor), cursor).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
    }
  });

  it('a cursor of another order is refused', async () => {
    const orders = ['newest', 'oldest', 'updated', 'stored', 'confidence'];
    for (const sort of orders) {
      const page = await ask('reflection.list', undefined, { sort });
      const { nextCursor } = (page.ok ? page.value : {}) as { nextCursor: string };
      for (const other of orders) {
        const answer = await ask('reflection.list', nextCursor, { sort: other });
        expect(answer.ok, `${sort} → ${other}`).toBe(sort === other);
      }
    }
  });
});
