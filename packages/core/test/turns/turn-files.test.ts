import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnFile } from '@twicewise/contract';
import { renderTurnFile } from '@twicewise/ingest';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';
import { saved } from './telling.ts';
import { THREE_TURNS } from './three-turns.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

async function importFile(file: unknown, fields: object = {}) {
  const path = join(test.folder, 'thinker.json');
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
  const { job } = await test.call('import.turns', { path, projectId: 'shop', ...fields });
  return test.ended(job.id);
}

async function exported(sessionId = 'thinker') {
  const { items } = await test.call('turn.list', { sessionId });
  const turns = items.map(async ({ id }) => {
    const { turn } = await test.call('turn.get', { id });
    return { turn, fullContext: (await test.call('turn.text', { id, part: 0 })).text };
  });
  return renderTurnFile(await Promise.all(turns));
}

describe('a memory of contexts and summaries (S2-18)', () => {
  it('comes back equal as JSON after it was imported (S2-18, S2-41, B2-08, B2-15)', async () => {
    verifies('S2-18', 'S2-41', 'B2-08', 'B2-15');
    const job = await importFile(THREE_TURNS);
    expect(job).toMatchObject({
      state: 'done',
      result: { turns: 3, summaries: 3, alreadyThere: 0, other: 0, unknown: [] },
    });
    const { file, notCarried } = await exported();
    expect(file).toEqual(THREE_TURNS);
    expect(notCarried).toEqual([]);
    const { items } = await test.call('turn.list', { sessionId: 'thinker' });
    expect(items.map(({ number, take, tools, startedAt }) => [number, take, tools, startedAt])).toEqual([
      [1, 1, ['list_files', 'read_file'], '2026-01-01T00:00:00.000Z'],
      [2, 1, [], '2026-01-01T00:01:00.000Z'],
      [3, 1, [], '2026-01-01T00:02:00.000Z'],
    ]);
    const told = await test.call('turn.summaries', { projectId: 'shop', sessionId: 'thinker' });
    expect(told.text).toBe(
      [
        '[Turn 1] Read the code: it is made of main, utils and config.',
        'Insights: 3 modules; it begins in main.ts; config is JSON',
        '',
        '[Turn 2] The bottleneck is parseData in utils.ts.',
        'Insights: It compares each row with each other; A map would take linear time',
        '',
        '[Turn 3] parseData now takes linear time.',
      ].join('\n'),
    );
    const recalled = await test.call('turn.recall', {
      projectId: 'shop',
      sessionId: 'thinker',
      words: ['bottleneck', 'parse data'],
    });
    expect(recalled.items[0]).toMatchObject({ turn: { number: 2 }, text: THREE_TURNS.contexts[1]?.fullContext });
    // A session that was resumed goes on with the next number.
    expect((await saved(test, 'goes on', { sessionId: 'thinker' })).number).toBe(4);
  });

  it('adds what is new the next time, wipes nothing, and is taken back as one', async () => {
    await saved(test, 'was here before', { sessionId: 'thinker' });
    const before = dump(test);
    const { id } = await importFile(THREE_TURNS);
    const once = dump(test);
    expect((await importFile(THREE_TURNS)).result).toMatchObject({ turns: 0, summaries: 0, alreadyThere: 6 });
    expect(dump(test)).toBe(once);
    const more: TurnFile = structuredClone(THREE_TURNS);
    more.summaries.push({
      ...(more.summaries[0] as (typeof more.summaries)[number]),
      id: 'sum_1b',
      summary: 'Read again',
    });
    const other = more.contexts[1];
    if (other) other.fullContext = 'another text under the same id';
    const second = await importFile(more);
    expect(second.result).toMatchObject({ turns: 0, summaries: 1, other: 1, otherIds: ['ctx_2_1767225660000'] });
    expect((await exported()).file.contexts.map(({ summary }) => summary)).toContain('Read again');
    await test.call('operation.undo', { jobId: second.id });
    await test.call('operation.undo', { jobId: id });
    expect(dump(test)).toBe(before);
  });

  it('takes a summary that stands in its context alone, and writes it back there', async () => {
    verifies('S2-09', 'S2-18');
    const file: TurnFile = { ...structuredClone(THREE_TURNS), summaries: [] };
    expect((await importFile(file)).result).toMatchObject({ turns: 3, summaries: 2 });
    const where = { projectId: 'shop', sessionId: 'thinker' };
    const { items, unsummarised } = await test.call('turn.summaries', where);
    expect(items.map(({ number, summary }) => [number, summary.text])).toEqual([
      [1, 'Read the code: it is made of main, utils and config.'],
      [3, 'parseData now takes linear time.'],
    ]);
    expect(unsummarised).toEqual([2]);
    expect((await exported()).file).toEqual(file);
    const once = dump(test);
    expect((await importFile(file)).result).toMatchObject({ turns: 0, summaries: 0, alreadyThere: 3 });
    expect(dump(test)).toBe(once);
    // One that is written here is the one that counts, and is listed.
    await test.call('turn.summarise', { id: items[0]?.turnId ?? '', text: 'Read again' });
    const { contexts, summaries } = (await exported()).file;
    expect([contexts[0]?.summary, summaries.map(({ summary }) => summary)]).toEqual(['Read again', ['Read again']]);
  });

  it('knows turns again whose texts were pruned and purged', async () => {
    await importFile(THREE_TURNS);
    await test.call('turn.prune', { keepNewest: 1 });
    const which = { pruned: true } as const;
    const { digest } = await test.call('turn.previewPurge', { which });
    await test.call('turn.purge', { which, digest });
    expect((await importFile(THREE_TURNS)).result).toMatchObject({ turns: 0, summaries: 0, alreadyThere: 6, other: 0 });
  });

  for (const [what, file, word] of [
    ['no JSON', 'hello', 'JSON'],
    ['a list', [], 'contexts'],
    ['a later version', { ...THREE_TURNS, version: 2 }, 'version 2'],
    ['a summary of no context', { ...THREE_TURNS, contexts: THREE_TURNS.contexts.slice(1) }, 'ctx_1'],
    ['one id twice', { ...THREE_TURNS, contexts: [...THREE_TURNS.contexts, THREE_TURNS.contexts[0]] }, 'one id'],
    [
      'a context without text',
      { contexts: [{ ...THREE_TURNS.contexts[0], fullContext: 7 }], summaries: [] },
      'fullContext',
    ],
    [
      'a summary that says nothing',
      { ...THREE_TURNS, summaries: [{ ...THREE_TURNS.summaries[0], summary: ' ' }] },
      'summaries.0',
    ],
    [
      'a time that is none',
      { contexts: [{ ...THREE_TURNS.contexts[0], timestamp: 1e300 }], summaries: [] },
      'timestamp',
    ],
  ] as const) {
    it(`with ${what} is refused, and nothing is written`, async () => {
      const before = dump(test);
      const job = await importFile(file);
      expect(job).toMatchObject({ state: 'failed', error: { code: 'invalid_input', reason: 'bad_file' } });
      expect(job.error?.message).toContain(word);
      expect(dump(test)).toBe(before);
    });
  }

  it('leaves secrets behind, and says which fields it does not know', async () => {
    const secret = `ghp_${'Qw7Lm2Zx9Rt4Vb6Nc1Yh8Kd3Sf5Gj0Pa2Ue4'.slice(0, 36)}`;
    const context = { ...THREE_TURNS.contexts[0], fullContext: `token ${secret}`, note: secret };
    const job = await importFile({ contexts: [context], summaries: [], currentTurn: 1 }, { sessionId: 'named' });
    expect(job.result).toMatchObject({ turns: 1, redacted: 2, unknown: ['currentTurn'] });
    expect(JSON.stringify(await exported('named'))).not.toContain(secret);
  });

  it('is written of turns that were saved here, and says what it cannot carry', async () => {
    await saved(test, 'told', {
      sessionId: 'own',
      summary: { text: 'said', insights: ['a'] },
      reply: [{ kind: 'reply', text: 'answer' }],
      calls: [{ tool: 'run', params: { x: 1 } }],
      rounds: [{ text: 'thought' }],
    });
    const { file, notCarried } = await exported('own');
    expect(file.contexts).toMatchObject([
      { turnNumber: 1, fullContext: 'told', summary: 'said', toolCalls: ['run'], timestamp: test.now },
    ]);
    expect(file.summaries).toMatchObject([
      { contextId: file.contexts[0]?.id, turnNumber: 1, summary: 'said', insights: ['a'] },
    ]);
    expect(notCarried).toHaveLength(3);
  });
});
