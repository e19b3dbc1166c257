import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportTo, importFrom, standings } from '../bundles/bundle-harness.ts';
import { agentIn, dump, person, seeded, TestCore } from '../harness.ts';
import { memoryOf } from '../purge/purging.ts';
import { saved, told, workspace } from './telling.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());
const { expectNoUndo, expectSound, expectUnclearRefused, besidesBackups } = memoryOf(() => test);

const words = (word: string) => test.rows('SELECT rowid FROM turn_word WHERE turn_word MATCH ?', [word]);
const count = (table: string) => test.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`)[0]?.n ?? 0;

describe('a purge of turns (T36)', () => {
  it('leaves no text of theirs in the file, and of texts that others have what is theirs', async () => {
    verifies('T36');
    const shared = workspace(30_000);
    const kept = await saved(test, shared);
    const chunks = count('turn_chunk');
    const word = 'zyxquokka';
    const input = {
      projectId: 'shop',
      sessionId: 'run',
      ...told(`${shared}${word}\n`),
      summary: { text: `sum ${word}` },
    };
    const gone = await test.call('turn.save', input, person, 'key');
    expect(words(word)).toHaveLength(1);
    const deleted = await test.call('turn.delete', { id: gone.turn.id });
    const which = { ids: [gone.turn.id, kept.id] };
    const preview = await test.call('turn.previewPurge', { which });
    expect(preview).toMatchObject({
      turns: 1,
      refused: 1,
      examples: [{ id: gone.turn.id, text: `sum ${word}` }],
      rows: {
        turn: 1,
        turn_part: 1,
        turn_chunk: count('turn_chunk') - chunks,
        operation_change: 2,
        operation: 2,
        request_key: 1,
      },
    });
    const answer = await test.call('turn.purge', { which, digest: preview.digest });
    expect(answer).toMatchObject({ purged: 1, rows: preview.rows, isErased: true });
    expect(count('turn_chunk')).toBe(chunks);
    expect(words(word)).toEqual([]);
    // The index of words is the only place where the text is not deflated.
    expect(besidesBackups(word)).toEqual([]);
    expect(await test.fail('turn.get', { id: gone.turn.id })).toMatchObject({ code: 'not_found' });
    expect(await test.fail('turn.save', input, person, 'key')).toMatchObject({ reason: 'purged' });
    await expectNoUndo([gone.operationId, deleted.operationId ?? '']);
    expect((await test.call('turn.text', { id: kept.id, part: 0 })).text).toBe(shared);
    expectSound();
  });

  it('is by a person, of the bin, after a preview of exactly that', async () => {
    const { id } = await saved(test, 'one');
    await test.call('turn.delete', { id });
    const which = { bin: true } as const;
    const { digest, examples } = await test.call('turn.previewPurge', { which });
    expect(examples).toEqual([{ id, text: 'Turn 1' }]);
    const agent = agentIn('/work/shop');
    expect(await test.fail('turn.purge', { which, digest }, agent)).toMatchObject({ code: 'refused' });
    const other = await saved(test, 'two');
    await test.call('turn.delete', { id: other.id });
    expect(await test.fail('turn.purge', { which, digest })).toMatchObject({ reason: 'changed_since' });
    await expectUnclearRefused('turn', digest, [id]);
    const { digest: now } = await test.call('turn.previewPurge', { which });
    expect((await test.call('turn.purge', { which, digest: now })).purged).toBe(2);
    expect([count('turn'), count('turn_part'), count('turn_chunk')]).toEqual([0, 0, 0]);
  });
});

describe('the turns of a bundle', () => {
  let to: TestCore;
  beforeEach(() => {
    to = new TestCore({ random: seeded(2) });
  });
  afterEach(() => to.remove());

  it('come with their texts, again without change, and are taken back as one (S2-43)', async () => {
    verifies('S2-43', 'B2-08');
    const text = workspace(200_000);
    const one = await saved(test, text, { summary: { text: 'first', insights: ['a'] } });
    const two = await saved(test, `${text}more\n`, { calls: [{ tool: 'run', output: 'zebra' }] });
    await test.call('turn.summarise', { id: one.id, text: 'second' });
    const before = dump(to);
    const path = await exportTo(test, 'a.twicewise');
    const job = await importFrom(to, path);
    expect([job.state, job.error]).toEqual(['done', null]);
    const { items } = await to.call('turn.list', { sessionId: 'run' });
    expect(items.map(({ id, number, take }) => [id, number, take])).toEqual([
      [one.id, 1, 1],
      [two.id, 2, 1],
    ]);
    for (const { id } of [one, two]) {
      const [mine, theirs] = [await test.call('turn.get', { id }), await to.call('turn.get', { id })];
      expect(theirs.turn.content).toEqual(mine.turn.content);
      expect(theirs.turn.summaries).toEqual(mine.turn.summaries);
      expect(theirs.turn).toMatchObject({
        contextBytes: mine.turn.contextBytes,
        contextTokens: mine.turn.contextTokens,
      });
    }
    expect((await to.call('turn.text', { id: one.id, part: 0 })).text === text).toBe(true);
    expect((await to.call('turn.text', { id: two.id, part: 1 })).text).toBe('zebra');
    expect((await to.call('turn.recall', { sessionId: 'run', words: ['zebra'] })).items).toMatchObject([
      { turn: { id: two.id } },
    ]);
    expect(await standings(to, path)).toMatchObject({ new: 0, changedHere: 0, changedThere: 0, conflicting: 0 });
    const once = dump(to);
    expect((await importFrom(to, path)).result).toMatchObject({ written: 0 });
    expect(dump(to)).toBe(once);
    await to.call('operation.undo', { jobId: job.id });
    expect(dump(to)).toBe(before);
  });

  it('get a take that is free where the session has the number, and keep what was said of them last', async () => {
    const mine = await saved(test, 'theirs', { nativeId: 'n1' });
    await to.call('turn.save', { projectId: 'shop', sessionId: 'run', ...told('here') });
    await importFrom(to, await exportTo(test, 'a.twicewise', { projects: ['shop'] }));
    const { items } = await to.call('turn.list', { projectId: 'shop' });
    expect(items.map(({ number, take }) => [number, take])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    await test.call('turn.summarise', { id: mine.id, text: 'said later' });
    const path = await exportTo(test, 'b.twicewise');
    expect(await standings(to, path)).toMatchObject({ changedThere: 1, conflicting: 0 });
    await importFrom(to, path);
    expect((await to.call('turn.get', { id: mine.id })).turn).toMatchObject({
      summaries: [{ text: 'said later' }],
      take: 2,
    });
  });

  it('leave what a redaction takes out, and count what is left', async () => {
    const { id, content } = await saved(test, 'write to someone@example.com now\n');
    const path = await exportTo(test, 'a.twicewise', { everything: true }, true);
    await importFrom(to, path);
    const { text } = await to.call('turn.text', { id, part: 0 });
    expect(text).not.toContain('someone@example.com');
    const { turn } = await to.call('turn.get', { id });
    expect(turn.contextBytes).toBe(Buffer.byteLength(text));
    expect(turn.content.parts[0]?.hash).not.toBe(content.parts[0]?.hash);
    expect(await standings(to, await exportTo(test, 'b.twicewise'))).toMatchObject({ changedThere: 0, conflicting: 0 });
  });
});
