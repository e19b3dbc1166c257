import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';
import { saved } from './telling.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const recall = (fields: object) => test.call('turn.recall', { projectId: 'shop', sessionId: 'run', ...fields });

describe('a recall of a turn', () => {
  it('with several parts gives all of them where the budget has room', async () => {
    const texts = ['# System', '# Task\nMake it right', '# Workspace\nmain.ts'];
    await saved(test, '', { context: texts.map((text) => ({ kind: 'other', text })) });
    const [item] = (await recall({ numbers: [1] })).items;
    expect(item).toMatchObject({ isWhole: true, text: texts.join('\n') });
  });

  it('by a word in the middle of one long line gives the words around it', async () => {
    const filler = (n: number) => Array.from({ length: n }, (_, at) => `"field${at}":${at}`).join(',');
    await saved(test, `{${filler(900)},"carrier":"obsidian",${filler(900)}}`);
    const [item] = (await recall({ words: ['obsidian'], budget: 300 })).items;
    expect(item?.isWhole).toBe(false);
    expect(item?.text).toContain('"carrier":"obsidian"');
    expect(item?.tokens).toBeLessThanOrEqual(300);
  });

  it('is not made by words that only our own fields have', async () => {
    await saved(test, 'Nothing of note', {
      summary: { text: 'Looked around', source: 'model' },
      calls: [{ tool: 'look', params: {}, outcome: 'success', output: 'grass' }],
    });
    for (const word of ['model', 'outcome', 'success', 'params']) {
      expect((await recall({ words: [word] })).items, word).toEqual([]);
      expect((await test.call('turn.list', { text: word })).items, word).toEqual([]);
    }
    expect((await recall({ words: ['look'] })).items).toHaveLength(1);
  });
});
