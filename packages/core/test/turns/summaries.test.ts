import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTokenCounter } from '../../src/agent-text/tokens.ts';
import { agentIn, TestCore } from '../harness.ts';
import { saved } from './telling.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const summaries = (fields: object = {}) =>
  test.call('turn.summaries', { projectId: 'shop', sessionId: 'run', ...fields });

/** Saves turns with summaries of about fifty tokens each. */
async function many(count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const text = `Step ${n} mended the module number ${n}. ${'It took several tries, because the tests were flaky. '.repeat(3)}`;
    await saved(test, `context ${n}`, { summary: { text, insights: [`insight ${n}`, 'tests are flaky'] } });
  }
}

describe('the summaries for a prompt', () => {
  it('have the format of the document, a blank line between turns (S2-04, S2-40, S2-22)', async () => {
    verifies('S2-03', 'S2-04', 'S2-40', 'S2-22', 'S2-23');
    await saved(test, 'one', { summary: { text: 'Analysed the code', insights: ['3 modules', 'main.ts begins'] } });
    await saved(test, 'two', { summary: { text: 'Nothing\nnew', insights: [] } });
    await saved(test, 'three');
    await saved(test, 'four', { summary: { text: 'Done', insights: ['works'] } });
    const answer = await summaries();
    expect(answer.text).toBe(
      '[Turn 1] Analysed the code\nInsights: 3 modules; main.ts begins\n\n[Turn 2] Nothing new\n\n[Turn 4] Done\nInsights: works',
    );
    const count = await loadTokenCounter();
    expect(answer.tokens).toBe(count(answer.text));
    expect(answer.items.map(({ number }) => number)).toEqual([1, 2, 4]);
    expect(answer).toMatchObject({ folded: null, unsummarised: [3] });
    const { items } = await test.call('turn.list', { sessionId: 'run' });
    const total = items.reduce((sum, { summary }) => sum + (summary?.tokens ?? 0), 0);
    expect(answer.total).toEqual({ turns: 4, summarised: 3, summaryTokens: total });
  });

  it('are the newest so many, or those with some words (S2-19, S2-20)', async () => {
    verifies('S2-19', 'S2-20');
    await many(6);
    expect((await summaries({ last: 2 })).items.map(({ number }) => number)).toEqual([5, 6]);
    expect((await summaries({ text: 'NUMBER 4.' })).items.map(({ number }) => number)).toEqual([4]);
    expect((await summaries({ text: 'insight 3' })).items.map(({ number }) => number)).toEqual([3]);
    expect((await summaries({ text: 'nowhere' })).text).toBe('');
  });

  it('keep their budget however many there are, and lose none (B2-05, S2-45)', async () => {
    verifies('B2-05', 'S2-45', 'S2-43');
    await many(60);
    const count = await loadTokenCounter();
    for (const budget of [100, 150, 300, 600, 1200, 2400]) {
      const answer = await summaries({ budget });
      expect(count(answer.text)).toBeLessThanOrEqual(budget);
      expect(answer.tokens).toBe(count(answer.text));
      const folded = answer.folded?.turns ?? 0;
      expect(folded + answer.items.length).toBe(60);
      expect(answer.folded).toMatchObject({ from: 1, to: 60 - answer.items.length });
      expect(answer.text.startsWith(answer.folded?.text ?? 'x')).toBe(true);
      // Every folded number is named, itself or within a range.
      const named = new Set<number>();
      for (const [, from = '', to = from] of (answer.folded?.text ?? '').matchAll(/\[Turns? (\d+)(?:-(\d+))?\]/g)) {
        for (let n = Number(from); n <= Number(to); n++) named.add(n);
      }
      expect(named.size).toBe(folded);
      if (budget >= 300) expect(answer.items.length).toBeGreaterThan(0);
    }
    const roomy = await summaries({ budget: 1200 });
    expect(roomy.folded?.text).toContain(`[Turn ${roomy.folded?.to}] Step ${roomy.folded?.to} mended`);
    // What is folded is still there, whole.
    const recalled = await test.call('turn.recall', { projectId: 'shop', sessionId: 'run', numbers: [1] });
    expect(recalled.items).toMatchObject([
      { text: 'context 1', isWhole: true, turn: { summary: { insights: ['insight 1', 'tests are flaky'] } } },
    ]);
  });

  it('count a turn made again once, by its last summary', async () => {
    await saved(test, 'a', { number: 1, summary: { text: 'first try' } });
    await saved(test, 'b', { number: 1, summary: { text: 'second try' } });
    await saved(test, 'c', { number: 1 });
    expect((await summaries()).text).toBe('[Turn 1] second try');
  });

  it('are none before the first turn', async () => {
    const agent = agentIn('/work/shop', { session: 'mine' });
    expect(await test.call('turn.summaries', {}, agent)).toMatchObject({
      text: '',
      tokens: 0,
      items: [],
      folded: null,
    });
    expect(await test.fail('turn.summaries', {})).toMatchObject({ code: 'invalid_input' });
  });
});
