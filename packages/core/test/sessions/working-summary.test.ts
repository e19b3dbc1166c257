import { SUMMARY_PARTS } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noted } from '../../src/sessions/working-summary.ts';
import { agentIn, dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const agent = agentIn('/work/shop');
const AT = '2026-01-01T00:00:00.000Z';

describe('where a session stands', () => {
  it('is noted part by part, and an empty part never replaces a full one (S4-32, X10)', async () => {
    verifies('S4-32', 'X10');
    const { session } = await test.call('session.note', { sessionId: 'run', goal: 'Make the cart add up' }, agent);
    expect(session).toMatchObject({ nativeId: 'run', goal: 'Make the cart add up' });
    await test.call('session.note', { sessionId: 'run', progress: 'Half done', known: 'Rows are texts' }, agent);
    await test.call('session.note', { sessionId: 'run', goal: ' ', progress: '', next: 'Parse rows' }, agent);
    const { session: now } = await test.call('session.get', { id: 'run' }, agent);
    expect(now.goal).toBe('Make the cart add up');
    expect(now.workingSummary).toMatchObject({
      goal: 'Make the cart add up',
      progress: 'Half done',
      approach: null,
      known: 'Rows are texts',
      next: 'Parse rows',
      said: ['goal', 'progress', 'known', 'next'],
    });
  });

  it('keeps every version, page by page, with who wrote it (S4-32)', async () => {
    verifies('S4-32');
    for (let n = 0; n < 5; n++) await test.call('session.note', { sessionId: 'run', progress: `Step ${n}` }, agent);
    await test.call('session.end', { sessionId: 'run' }, agent);
    const first = await test.call('session.notes', { id: 'run', limit: 3 }, agent);
    const rest = await test.call('session.notes', { id: 'run', limit: 3, cursor: first.nextCursor ?? '' }, agent);
    const all = [...first.items, ...rest.items];
    expect(all.map(({ summary }) => summary?.progress)).toEqual(['Step 4', 'Step 3', 'Step 2', 'Step 1', 'Step 0']);
    expect(rest.nextCursor).toBeNull();
    expect(all[0]).toMatchObject({ kind: 'do', author: agent.author });
  });

  it('is undone and redone, and the undo is a version, too', async () => {
    await test.call('session.note', { sessionId: 'run', progress: 'First' }, agent);
    const before = dump(test);
    const { operationId } = await test.call(
      'session.note',
      { sessionId: 'run', goal: 'New', progress: 'Second' },
      agent,
    );
    const undo = await test.call('operation.undo', { operationId: operationId ?? '' }, agent);
    expect(undo.records).toBe(1);
    expect(dump(test)).toBe(before);
    const { items } = await test.call('session.notes', { id: 'run' }, agent);
    expect(items.map(({ kind, summary }) => [kind, summary?.progress])).toEqual([
      ['undo', 'First'],
      ['do', 'Second'],
      ['do', 'First'],
    ]);
  });

  it('is refused when it says nothing, is too long, or names no session, and then nothing is written', async () => {
    const before = dump(test);
    expect(await test.fail('session.note', { sessionId: 'run', goal: ' ' }, agent)).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('say at least one of goal'),
    });
    expect(await test.fail('session.note', { sessionId: 'run', known: 'x'.repeat(4097) }, agent)).toMatchObject({
      reason: 'too_large',
    });
    const nobody = { ...agent, session: null };
    expect(await test.fail('session.note', { goal: 'g' }, nobody)).toMatchObject({
      code: 'invalid_input',
      hint: 'Name it with sessionId.',
    });
    expect(dump(test)).toBe(before);
  });

  it('goes into a note of the caller’s own session when none is named', async () => {
    const { session } = await test.call('session.note', { next: 'Look at the tax' }, { ...agent, session: 'mine' });
    expect(session).toMatchObject({ nativeId: 'mine', workingSummary: { next: 'Look at the tax', said: ['next'] } });
  });

  it('loses no part by any later note, whatever is blank in it (S4-32)', () => {
    verifies('S4-32');
    const maybe = fc.option(fc.constantFrom('', ' ', '\n', 'one', 'two'), { nil: undefined });
    const parts = fc.record({ goal: maybe, progress: maybe, approach: maybe, known: maybe, next: maybe });
    fc.assert(
      fc.property(parts, parts, (first, second) => {
        const before = noted(null, null, first, AT);
        const after = noted(before, before.goal, second, AT);
        for (const part of SUMMARY_PARTS) {
          expect(after[part]).toBe(second[part]?.trim() ? second[part] : before[part]);
          expect(after.said.includes(part)).toBe(after[part] !== null);
        }
      }),
    );
  });
});
