import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damage, TestCore } from '../harness.ts';
import { saved, workspace } from './telling.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const where = { projectId: 'shop', sessionId: 'run' };

/** Three turns of texts that share no chunk, each with a word of its own. */
async function three() {
  const turns = [];
  for (const [at, word] of ['quokka', 'wombat', 'numbat'].entries()) {
    turns.push(await saved(test, `${word} bandicoot\n${workspace(5000, at + 1)}`));
  }
  return turns;
}

const CHUNKS_OF = 'SELECT c.value FROM turn_part p, json_each(p.chunks) c WHERE p.turn_id';

/** Kinds of damage to one turn, as SQL that its id completes. */
const DAMAGES: readonly [what: string, sql: (id: string) => string][] = [
  [
    'a chunk that is other bytes',
    (id) => `UPDATE turn_chunk SET text = zeroblob(4) WHERE id IN (${CHUNKS_OF} = '${id}' LIMIT 1)`,
  ],
  ['a chunk that is missing', (id) => `DELETE FROM turn_chunk WHERE id IN (${CHUNKS_OF} = '${id}' LIMIT 1)`],
  ['a part that is missing', (id) => `DELETE FROM turn_part WHERE turn_id = '${id}'`],
  ['a list of parts that cannot be read', (id) => `UPDATE turn SET content = '{' WHERE id = '${id}'`],
];

describe('a recall of turns of which one is damaged', () => {
  for (const [what, sql] of DAMAGES) {
    it(`tells the others and names it: ${what}`, async () => {
      const [first, second, third] = await three();
      if (!first || !second || !third) throw new Error('three turns were saved');
      await damage(test, sql(second.id));
      const answer = await test.call('turn.recall', { ...where, numbers: [1, 2, 3], budget: 20_000 });
      expect(answer.items.map(({ turn, isWhole }) => [turn.id, isWhole])).toEqual([
        [first.id, true],
        [third.id, true],
      ]);
      expect(answer.damaged).toEqual([second.id]);
      // It is there, and it is not beyond a limit.
      expect([answer.missing.numbers, answer.leftOut]).toEqual([[], 0]);
      expect(await test.fail('turn.text', { id: second.id, part: 0 })).toMatchObject({ reason: 'damaged' });
    });
  }

  it('is the same when words find it, and when there is no other', async () => {
    const [, second] = await three();
    if (!second) throw new Error('three turns were saved');
    await damage(test, `UPDATE turn_chunk SET text = zeroblob(4) WHERE id IN (${CHUNKS_OF} = '${second.id}' LIMIT 1)`);
    const both = await test.call('turn.recall', { ...where, words: ['bandicoot'] });
    expect([both.items.length, both.damaged]).toEqual([2, [second.id]]);
    const alone = await test.call('turn.recall', { ...where, words: ['wombat'] });
    expect([alone.items, alone.damaged, alone.missing.words]).toEqual([[], [second.id], []]);
  });

  it('names none while all are as they were written', async () => {
    await three();
    expect((await test.call('turn.recall', { ...where, numbers: [1, 2, 3] })).damaged).toEqual([]);
  });
});
