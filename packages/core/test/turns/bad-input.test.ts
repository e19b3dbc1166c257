import { MAX_TURN_BYTES, MAX_TURN_NUMBER } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { damage, TestCore } from '../harness.ts';
import { saved, told } from './telling.ts';

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

const place = { projectId: 'shop', sessionId: 'run' };
const SECRET = `ghp_${'Qw7Lm2Zx9Rt4Vb6Nc1Yh8Kd3Sf5Gj0Pa2Ue4'.slice(0, 36)}`;

/** The texts of all parts of a turn, one after the other. */
async function allTexts(id: string): Promise<string> {
  const { turn } = await test.call('turn.get', { id });
  const texts = turn.content.parts.map(async (_, part) => (await test.call('turn.text', { id, part })).text);
  return (await Promise.all(texts)).join('\n');
}

describe('what cannot be a turn', () => {
  for (const [what, input] of [
    ['10,000 parts', { context: Array.from({ length: 10_000 }, () => ({ kind: 'x', text: 'y' })) }],
    ['a part of 2 MB', told('x'.repeat(2_000_000))],
    [
      'parts that are too much together',
      { ...told('x'.repeat(MAX_TURN_BYTES - 100)), reply: [{ kind: 'r', text: 'y'.repeat(200) }] },
    ],
    ['a number that is too large', { ...told('x'), number: MAX_TURN_NUMBER + 1 }],
    ['a number below 0', { ...told('x'), number: -1 }],
    ['no context', {}],
    ['an empty summary', { ...told('x'), summary: { text: '  ' } }],
    ['an unknown field', { ...told('x'), token: 1 }],
    ['a kind without a name', { context: [{ kind: ' ', text: 'x' }] }],
    [
      'an end before its beginning',
      { ...told('x'), startedAt: '2026-01-02T00:00:00Z', endedAt: '2026-01-01T00:00:00Z' },
    ],
    ['a currency that is none', { ...told('x'), cost: { amount: 1, currency: 'euro' } }],
  ] as const) {
    it(`is refused with ${what}, and nothing is stored`, async () => {
      const failure = await test.fail('turn.save', { ...place, ...input });
      expect(failure).toMatchObject({ code: 'invalid_input' });
      expect(test.rows('SELECT 1 FROM turn UNION SELECT 1 FROM turn_part UNION SELECT 1 FROM turn_chunk')).toEqual([]);
      expect(test.rows('SELECT 1 FROM session')).toEqual([]);
    });
  }
});

describe('a turn with little in it, or much', () => {
  it('may have an empty context, the highest number, and a text of the largest size', async () => {
    const { turn: empty } = await test.call('turn.save', { ...place, context: [] });
    expect(empty).toMatchObject({ number: 1, contextBytes: 0, contextTokens: 0, content: { parts: [] } });
    expect((await saved(test, 'x', { number: MAX_TURN_NUMBER })).number).toBe(MAX_TURN_NUMBER);
    const again = await saved(test, 'x');
    expect([again.number, again.take]).toEqual([MAX_TURN_NUMBER, 2]);
    const text = 'x'.repeat(MAX_TURN_BYTES - 1000);
    expect((await saved(test, text, { sessionId: 'long' })).contextBytes).toBe(text.length);
  });

  it('has control characters replaced, terminal escapes taken out, and half characters made whole', async () => {
    const bad = 'a\u0000b\u001b[31mred\u001b[0m\ud800z\ttab\r\nline';
    const { id } = await saved(test, bad, {
      calls: [{ tool: 't', params: { 'k\u0007': ['\u0001', { deep: '\u0002' }] }, output: bad }],
      reply: [{ kind: 'reply', text: bad }],
    });
    const good = 'a\ufffdbred\ufffdz\ttab\r\nline';
    expect(await allTexts(id)).toBe([good, good, good].join('\n'));
    const { turn } = await test.call('turn.get', { id });
    expect(turn.content.calls[0]?.params).toEqual({ 'k\ufffd': ['\ufffd', { deep: '\ufffd' }] });
  });

  it('keeps no secret in any of its texts, also where one would be cut in two', async () => {
    verifies('T35');
    const { id } = await saved(test, `token ${SECRET} `, {
      reply: [{ kind: 'reply', name: 'x', text: `use ${SECRET}` }],
      calls: [{ tool: 'run', params: { env: `TOKEN=${SECRET}` }, output: `echo ${SECRET}` }],
      rounds: [{ text: `say ${SECRET}`, reason: `because ${SECRET}`, recalls: [{ words: [`find ${SECRET}`] }] }],
      summary: { text: `learned ${SECRET}`, insights: [`never tell ${SECRET}`] },
      error: `failed with ${SECRET}`,
    });
    // A line long enough that a chunk ends somewhere within the secrets.
    const long = await saved(test, `${`${'x'.repeat(70)} ${SECRET} `.repeat(400)}`);
    for (const one of [id, long.id]) {
      expect(await allTexts(one)).not.toContain(SECRET.slice(4, 20));
      expect(JSON.stringify(await test.call('turn.get', { id: one }))).not.toContain(SECRET.slice(4, 20));
    }
    expect(
      test.rows('SELECT 1 FROM turn_word WHERE turn_word MATCH ?', [`"${SECRET.replace('_', '').toLowerCase()}"`]),
    ).toEqual([]);
    const { notes } = await test.call('turn.save', { ...place, ...told(`token ${SECRET}`) });
    expect(notes.join()).toMatch(/secret|replaced|redacted/i);
  });

  it('says that a text is damaged, and never shows another', async () => {
    verifies('S2-43');
    const { id } = await saved(test, 'what was told');
    await damage(test, 'UPDATE turn_chunk SET text = zeroblob(4)');
    expect(await test.fail('turn.text', { id, part: 0 })).toMatchObject({ code: 'unavailable', reason: 'damaged' });
    expect((await test.call('turn.get', { id })).turn.id).toBe(id);
  });
});
