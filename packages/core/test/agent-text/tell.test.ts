import { describe, expect, it } from 'vitest';
import { tellWhich } from '../../src/agent-text/tell.ts';
import { loadTokenCounter } from '../../src/agent-text/tokens.ts';

const LONG = 'word '.repeat(200);

/** Tells items within 150 tokens; answers what was told, and of how many the words were made and the tokens counted. */
async function told(items: readonly string[]) {
  const tokensOf = await loadTokenCounter();
  let [made, counted] = [0, 0];
  const words = (item: string) => {
    made++;
    return item;
  };
  const count = (text: string) => {
    counted++;
    return tokensOf(text);
  };
  const answer = tellWhich({ head: ['Head'], items, words, max: 150, count });
  return { told: answer.told, omitted: answer.omitted, made, counted };
}

describe('an answer for an agent', () => {
  it('skips an item that is too large, and many of them, and tells the next one that fits', async () => {
    const items = [LONG, 'first', ...Array<string>(90).fill(LONG), 'last'];
    expect(await told(items)).toMatchObject({ told: ['first', 'last'], omitted: 91 });
  });

  it('does no more work for ten thousand items that do not fit than for a few hundred', async () => {
    const few = await told(Array<string>(300).fill(LONG));
    const many = await told(Array<string>(10_000).fill(LONG));
    expect([many.told, many.omitted]).toEqual([[], 10_000]);
    expect([many.made, many.counted]).toEqual([few.made, few.counted]);
    expect(many.made).toBeLessThanOrEqual(100);
  });
});
