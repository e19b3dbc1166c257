import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportTo, hashOf, importFrom, standings } from '../bundles/bundle-harness.ts';
import { agentIn, dump, person, seeded, TestCore } from '../harness.ts';
import { memoryOf } from '../purge/purging.ts';
import { saved, told, workspace } from './telling.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());
const { expectNoUndo, expectSound, besidesBackups } = memoryOf(() => test);

const DAY = 86_400_000;
const run = { projectId: 'shop', sessionId: 'run' };

/** Saves turns of a session, each with a summary and a word of its own. */
async function turns(words: readonly string[], sessionId = 'run') {
  const ids: string[] = [];
  for (const word of words) {
    const summary = { text: `sum of ${sessionId}` };
    ids.push((await saved(test, `${word} was told\n`, { sessionId, summary })).id);
  }
  return ids;
}

/** Numbers of the turns of a session that have their texts. */
async function whole(sessionId = 'run') {
  const { items } = await test.call('turn.list', { sessionId, order: 'newest' });
  return items
    .filter(({ prunedAt }) => prunedAt === null)
    .map(({ number }) => number)
    .reverse();
}

const textOf = async (id: string) => (await test.call('turn.text', { id, part: 0 })).text;
const found = async (word: string) =>
  (await test.call('turn.recall', { ...run, words: [word] })).items.map(({ turn }) => turn.number);

describe('pruning by a rule', () => {
  it('keeps the newest turns of each session, and the summaries of all, and is undone as one', async () => {
    verifies('S2-54');
    const [first = ''] = await turns(['quokka', 'wombat', 'numbat', 'dingo']);
    await turns(['emu', 'ibis'], 'other');
    const before = dump(test);
    const rule = { keepNewest: 2 };
    expect(await test.call('turn.previewPrune', rule)).toMatchObject({
      rule: { keepNewest: 2, keepDays: 0 },
      turns: 2,
      sessions: 1,
      contextBytes: 'quokka was told\nwombat was told\n'.length,
    });
    expect(dump(test)).toBe(before);
    const { pruned, left, operationId } = await test.call('turn.prune', rule);
    expect([pruned, left]).toEqual([2, 0]);
    expect([await whole(), await whole('other')]).toEqual([
      [3, 4],
      [1, 2],
    ]);
    expect([await found('quokka'), await found('numbat')]).toEqual([[], [3]]);
    const { items } = await test.call('turn.recall', { ...run, numbers: [1] });
    expect(items).toMatchObject([{ text: '[Turn 1] sum of run', isWhole: false, turn: { id: first } }]);
    expect((await test.call('turn.summaries', run)).total).toMatchObject({ turns: 4, summarised: 4 });
    expect((await test.call('turn.list', { ...run, text: 'quokka' })).total).toBe(0);
    expect(await test.call('turn.prune', rule)).toEqual({ pruned: 0, left: 0, operationId: null });
    await test.call('operation.undo', { operationId: operationId ?? '' });
    expect(dump(test)).toBe(before);
    expect([await whole(), await found('quokka')]).toEqual([[1, 2, 3, 4], [1]]);
  });

  it('keeps turns for so many days, and of two rules what either keeps', async () => {
    verifies('S2-54');
    await turns(['quokka', 'wombat']);
    test.now += 10 * DAY;
    await turns(['numbat', 'dingo']);
    const rule = { keepDays: 5, keepNewest: 3 };
    expect(await test.call('turn.previewPrune', rule)).toMatchObject({ turns: 1 });
    expect(await test.call('turn.previewPrune', { keepDays: 5 })).toMatchObject({ turns: 2 });
    expect(await test.call('turn.previewPrune', { keepDays: 11 })).toMatchObject({ turns: 0 });
    expect(await test.call('turn.previewPrune', { keepDays: 5, projectId: 'web' })).toMatchObject({ turns: 0 });
    await test.call('turn.prune', rule);
    expect(await whole()).toEqual([2, 3, 4]);
  });

  it('is done by nobody while nothing says so, then by itself', async () => {
    verifies('S2-54');
    await turns(['quokka', 'wombat']);
    for (const name of ['turn.prune', 'turn.previewPrune'])
      expect(await test.fail(name, {})).toMatchObject({ code: 'invalid_input' });
    await test.core.maintain();
    expect(await whole()).toEqual([1, 2]);
    await test.call('settings.set', { changes: { 'turns.keepNewest': 1 } });
    expect(await test.call('turn.previewPrune', {})).toMatchObject({ rule: { keepNewest: 1 }, turns: 1 });
    await test.core.maintain();
    expect(await whole()).toEqual([2]);
    const { items } = await test.call('operation.list', {});
    expect(items[0]).toMatchObject({ name: 'turn.prune', author: { kind: 'importer', name: 'pruning' } });
    expect(items[0]?.summary).toBe('Pruned the texts of 1 turn');
    await test.core.maintain();
    expect((await test.call('operation.list', {})).items[0]?.id).toBe(items[0]?.id);
  });

  it('takes 500 turns at once and says how many are left; by itself it goes on until none is', async () => {
    for (let at = 0; at < 503; at++) await test.call('turn.save', { ...run, ...told('x') });
    expect(await test.call('turn.prune', { keepNewest: 2 })).toMatchObject({ pruned: 500, left: 1 });
    await test.call('operation.undo', { operationId: (await test.call('operation.list', {})).items[0]?.id ?? '' });
    await test.call('settings.set', { changes: { 'turns.keepNewest': 1 } });
    await test.core.maintain();
    expect(await whole()).toEqual([503]);
  });

  it('is for an agent of one session, and not of what a person saved', async () => {
    const agent = agentIn('/work/shop', { session: 'mine' });
    for (const text of ['a', 'b', 'c']) await test.call('turn.save', told(text), agent);
    await test.call('turn.save', { sessionId: 'mine', projectId: 'shop', ...told('by a person') });
    await turns(['quokka', 'wombat']);
    expect(await test.call('turn.prune', { keepNewest: 2 }, agent)).toMatchObject({ pruned: 2 });
    expect(await whole()).toEqual([1, 2]);
    expect(await test.call('turn.prune', { keepNewest: 1, ...run }, agent)).toMatchObject({ pruned: 0 });
    const homeless = agentIn('/work/shop');
    expect(await test.fail('turn.prune', { keepNewest: 1 }, homeless)).toMatchObject({ code: 'refused' });
  });

  it('is taken back for one turn by restoring it', async () => {
    const [first = '', second = ''] = await turns(['quokka', 'wombat', 'numbat']);
    await test.call('turn.prune', { keepNewest: 1 });
    await test.call('turn.restore', { id: second });
    expect([await whole(), await textOf(second)]).toEqual([[2, 3], 'wombat was told\n']);
    // The texts of the other one wait as well.
    expect(await textOf(first)).toBe('quokka was told\n');
  });
});

describe('a purge of the texts of pruned turns', () => {
  it('leaves the turns with all else of them, and no text that others do not have', async () => {
    verifies('S2-54', 'T36');
    const shared = workspace(30_000);
    const word = 'zyxquokka';
    const gone = await saved(test, `${shared}${word}\n`, {
      summary: { text: 'what came of it' },
      cost: { inputTokens: 7 },
    });
    const kept = await saved(test, shared);
    const { operationId } = await test.call('turn.prune', { keepNewest: 1 });
    const which = { pruned: true } as const;
    expect(await test.call('turn.previewPurge', { which: { bin: true } })).toMatchObject({ turns: 0 });
    const { freedBytes } = await test.call('turn.previewPrune', { keepNewest: 1 });
    expect(freedBytes).toBe(0);
    const preview = await test.call('turn.previewPurge', { which });
    expect(preview).toMatchObject({ turns: 1, examples: [{ id: gone.id }], rows: { turn: 0, turn_part: 1 } });
    expect(preview.rows.turn_chunk).toBeLessThan(4);
    const agent = agentIn('/work/shop');
    expect(await test.fail('turn.purge', { which, digest: preview.digest }, agent)).toMatchObject({ code: 'refused' });
    const answer = await test.call('turn.purge', { which, digest: preview.digest });
    expect(answer).toMatchObject({ purged: 1, rows: preview.rows, isErased: true });
    expect(besidesBackups(word)).toEqual([]);
    expect(await textOf(kept.id)).toBe(shared);
    expect(await test.fail('turn.text', { id: gone.id, part: 0 })).toMatchObject({
      code: 'not_found',
      reason: 'purged',
    });
    const { turn } = await test.call('turn.get', { id: gone.id });
    expect(turn).toMatchObject({ summaries: [{ text: 'what came of it' }], content: { cost: { inputTokens: 7 } } });
    expect(turn.prunedAt).not.toBeNull();
    expect(await test.call('turn.recall', { ...run, numbers: [1] })).toMatchObject({
      items: [{ text: '[Turn 1] what came of it' }],
      damaged: [],
    });
    await expectNoUndo([operationId ?? '', answer.operationId ?? '']);
    await test.call('turn.restore', { id: gone.id });
    expect((await test.call('turn.get', { id: gone.id })).turn.prunedAt).toBe(turn.prunedAt);
    expect((await test.call('turn.previewPurge', { which })).turns).toBe(0);
    expectSound();
  });

  it('is foretold in bytes', async () => {
    await saved(test, workspace(50_000, 1));
    await saved(test, workspace(50_000, 2));
    const { freedBytes, contextBytes } = await test.call('turn.previewPrune', { keepNewest: 1 });
    const bytes = () => test.rows<{ n: number }>('SELECT sum(length(text)) AS n FROM turn_chunk')[0]?.n ?? 0;
    const before = bytes();
    await test.call('turn.prune', { keepNewest: 1 });
    const { digest } = await test.call('turn.previewPurge', { which: { pruned: true } });
    await test.call('turn.purge', { which: { pruned: true }, digest });
    expect([before - bytes(), contextBytes >= 50_000]).toEqual([freedBytes, true]);
  });
});

describe('a bundle with a pruned turn', () => {
  it('carries all of it but its texts, and neither prunes nor brings back what is there', async () => {
    const to = new TestCore({ random: seeded(2) });
    try {
      const [first = ''] = await turns(['quokka', 'wombat']);
      const full = await exportTo(test, 'full.twicewise');
      await test.call('turn.prune', { keepNewest: 1 });
      const path = await exportTo(test, 'pruned.twicewise');
      expect(await importFrom(to, path)).toMatchObject({ state: 'done', error: null });
      const { turn } = await to.call('turn.get', { id: first });
      const mine = (await test.call('turn.get', { id: first })).turn;
      expect([turn.prunedAt, turn.content, turn.contextBytes]).toEqual([
        mine.prunedAt,
        mine.content,
        mine.contextBytes,
      ]);
      expect(await to.fail('turn.text', { id: first, part: 0 }, person)).toMatchObject({ reason: 'purged' });
      expect(hashOf(await exportTo(to, 'again.twicewise'))).toBe(hashOf(path));
      for (const [where, bundle] of [
        [test, full],
        [to, full],
        [test, path],
      ] as const) {
        const before = dump(where);
        expect(await standings(where, bundle)).toMatchObject({
          new: 0,
          changedHere: 0,
          changedThere: 0,
          conflicting: 0,
        });
        await importFrom(where, bundle);
        expect(dump(where)).toBe(before);
      }
    } finally {
      await to.remove();
    }
  });
});
