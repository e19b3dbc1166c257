import type { Caller, InputOf } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTokenCounter } from '../../src/agent-text/tokens.ts';
import { hookOf } from '../capture/hooked.ts';
import { agentIn, dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const OWN = 'session-1';
const NOTE = { goal: 'Make the cart add up', progress: 'Rows are parsed', next: 'Round the tax half up' };

const note = (session: string, more: Partial<InputOf<'session.note'>> = {}) =>
  test.call('session.note', { ...NOTE, ...more }, agentIn('/work/shop', { session }));
const start = (session: string, more: Partial<InputOf<'memory.remind'>> = {}, overrides: Partial<Caller> = {}) =>
  test.call('memory.remind', { occasion: 'session_start', ...more }, hookOf(session, overrides));
/** A session that began on this branch, and what was noted of it. */
async function began(session: string, branch: string | null, more: Partial<InputOf<'session.note'>> = {}) {
  await test.call('session.start', { sessionId: session, branch }, agentIn('/work/shop', { session }));
  return note(session, more);
}

describe('where a session stands', () => {
  it('is told again after its context was cut, and on resume (S4-32)', async () => {
    verifies('S4-32');
    const { session } = await note(OWN);
    const cut = await test.call('memory.remind', { occasion: 'context_cut' }, hookOf(OWN));
    expect(cut).toMatchObject({ silence: null, logged: true, lessons: [], workingSummary: { sessionId: session.id } });
    expect(cut.text).toMatch(/^<twicewise-memory>\nWhere your session stood just now\n[\s\S]*<\/twicewise-memory>$/);
    for (const said of Object.values(NOTE)) expect(cut.text).toContain(said);
    expect(cut.tokens).toBe(cut.workingSummary?.tokens);
    expect((await start(OWN)).text).toContain('Where your session stood');
    const { items } = await test.call('exposure.recent', {});
    expect(items.map(({ trigger, tokens }) => [trigger, tokens])).toContainEqual(['context_cut', cut.tokens]);
  });

  it('is told to the next session on the same branch, and to no other (S4-32)', async () => {
    verifies('S4-32');
    await began('before', 'fix/cart');
    await began('elsewhere', 'main', { next: 'Something else' });
    const told = await start('after', { branch: 'fix/cart' });
    expect(told.text).toContain('Where the session before stood just now, on the same branch');
    expect(told.text).toContain(NOTE.next);
    expect(told.text).not.toContain('Something else');
    expect((await start('third', { branch: 'other' })).text).toBeNull();
    expect((await start('fourth')).text).toBeNull();
    const other = agentIn('/work/other', { door: 'hook', session: 'fifth' });
    const foreign = await test.call('memory.remind', { occasion: 'session_start', branch: 'fix/cart' }, other);
    expect(foreign.text).toBeNull();
  });

  it('comes before the lessons, whose budget it does not use', async () => {
    await test.store(
      { taskDescription: 'Never round twice', outcome: 'failure', nextStrategy: 'Round once' },
      agentIn('/work/shop', { session: 'x' }),
    );
    await note(OWN);
    const told = await start(OWN);
    expect(told.lessons).toHaveLength(1);
    const [summary, lessons] = (told.text ?? '').split('</twicewise-memory>\n\n');
    expect(summary).toContain(NOTE.goal);
    expect(lessons).toContain('Never round twice');
    expect(told.tokens).toBeGreaterThan(told.workingSummary?.tokens ?? 0);
  });

  it('is told once to a hook that is installed twice, and not to a subagent', async () => {
    await note(OWN);
    expect((await start(OWN, {}, { subagent: 'helper' })).text).toBeNull();
    expect((await start(OWN)).text).not.toBeNull();
    expect(await start(OWN)).toMatchObject({ text: null, workingSummary: null, logged: false });
  });

  it('of an earlier session is not told when it is only a goal, or is old', async () => {
    await began('before', null, { progress: '', next: '' });
    expect((await start('after')).text).toBeNull();
    await note('before');
    test.now += 31 * 86_400_000;
    expect((await start('later')).text).toBeNull();
    test.now -= 2 * 86_400_000;
    expect((await start('earlier')).text).toContain('29 days ago');
  });

  it('is told in at most 300 tokens, whatever was noted, and a preview writes nothing', async () => {
    const count = await loadTokenCounter();
    const words = fc.array(fc.constantFrom('Round it. ', '税 ', '{"a":1} ', 'x', '\n'), { maxLength: 400 });
    const text = words.map((parts) => parts.join(''));
    const parts = fc.record({ goal: text, progress: text, approach: text, known: text, next: text });
    const property = fc.asyncProperty(parts, async (said) => {
      await note(OWN, { ...said, next: `${said.next}go on` });
      const before = dump(test);
      const told = await start(OWN, { dryRun: true });
      expect(told.logged).toBe(false);
      expect(count(told.text ?? '')).toBeLessThanOrEqual(300);
      expect(told.text).toMatch(/^- (goal|next): \S/m);
      expect(dump(test)).toBe(before);
    });
    await fc.assert(property, { numRuns: 30 });
  });

  it('is not told where reminders are switched off', async () => {
    await note(OWN);
    await test.call('settings.set', { changes: { 'remind.enabled': false } });
    expect(await start(OWN)).toMatchObject({ text: null, silence: 'switched_off' });
  });
});
