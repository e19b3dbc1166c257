import { MIN_BRIEF_TOKENS, type Reflection, visible } from '@twicewise/contract';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CountTokens, loadTokenCounter } from '../../src/agent-text/tokens.ts';
import { ASKED, REMINDERS } from '../../src/agent-text/wording.ts';
import { composeBrief } from '../../src/briefing/brief.ts';
import { agentIn, TestCore } from '../harness.ts';
import { hitsOf, idOf, lesson, NOW } from './lesson.ts';

// If the most relevant lesson is too long, the brief contains a part of it and says so, instead of leaving it out.

let countTokens: CountTokens;
beforeAll(async () => {
  countTokens = await loadTokenCounter();
});

function briefOf(lessons: readonly Reflection[], budget: number, wording = ASKED) {
  return composeBrief({ hits: hitsOf(lessons), wording, budget, nonce: 'k3Jq0vXyZ-_a', now: NOW, countTokens });
}

/** The lines with data. */
function linesOf(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
}

const sentence = (n: number) =>
  `The ${n}th run of the exporter wrote ${n * 17} rows and then stopped at the quota of shard ${n}.`;
const story = (from: number, count: number) => Array.from({ length: count }, (_, n) => sentence(from + n)).join(' ');

const LONG = {
  taskDescription: 'Move the exporter to the new queue',
  outcome: 'failure' as const,
  whatDidNotWork: [story(1, 30), story(40, 30), story(80, 30)],
  whatWorked: [story(120, 20)],
  rootCause: story(150, 10),
  nextStrategy: story(170, 20),
};

describe('a lesson that does not fit', () => {
  it('is cut at sentences, says what was left out and where the rest is', () => {
    const brief = briefOf([lesson(1, LONG)], 400);
    expect(brief.tokens).toBeLessThanOrEqual(400);
    expect(brief.lessons.map(({ id }) => id)).toEqual([idOf(1)]);
    expect(brief.omitted).toEqual({ overBudget: 0, same: 0 });
    const [line] = linesOf(brief.text);
    expect(line?.task).toBe(LONG.taskDescription);
    expect(line?.next).toMatch(/^The 170th run .*\.$/);
    expect(LONG.nextStrategy.startsWith(String(line?.next))).toBe(true);
    const [failed] = (line?.failed ?? []) as string[];
    expect(failed).toMatch(/^The 1th run .*\.$/);
    expect(LONG.whatDidNotWork[0]?.startsWith(failed ?? '?')).toBe(true);
    expect(line?.leftOut).toMatch(new RegExp(`^part of failed, .*part of next.* … reflection_get ${idOf(1)}$`));
  });

  it('of one long text is cut too', () => {
    const brief = briefOf([lesson(1, { text: story(1, 200) })], 300);
    const [line] = linesOf(brief.text);
    expect(line?.text).toMatch(/^The 1th run .*\.$/);
    expect(line?.leftOut).toBe(`part of text … reflection_get ${idOf(1)}`);
  });

  it('is told in few words where those fit whole, and says what they leave out', () => {
    const fields = { ...LONG, whatDidNotWork: [sentence(1), sentence(2), story(3, 40)], nextStrategy: sentence(9) };
    const [line] = linesOf(briefOf([lesson(1, fields)], 400).text);
    expect(line).toMatchObject({ failed: [sentence(1)], next: sentence(9) });
    expect(line?.leftOut).toBe(`2 of failed, cause, worked … reflection_get ${idOf(1)}`);
  });

  it('leaves room for the next ones, which are told whole or not at all', () => {
    const brief = briefOf([lesson(1, LONG), lesson(2, { nextStrategy: 'short' }), lesson(3, LONG)], 500);
    expect(brief.lessons.map(({ id }) => id)).toEqual([idOf(1), idOf(2)]);
    expect(brief.omitted).toEqual({ overBudget: 1, same: 0 });
  });

  it('that is only the second is passed over', () => {
    const brief = briefOf([lesson(2, { nextStrategy: 'short' }), lesson(1, LONG)], 500);
    expect(brief.lessons.map(({ id }) => id)).toEqual([idOf(2)]);
    expect(brief.omitted).toEqual({ overBudget: 1, same: 0 });
  });

  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3000 }),
    fc.array(fc.lorem({ mode: 'sentences', maxCount: 8 }), { maxLength: 12 }).map((parts) => parts.join('\n')),
    fc.constantFrom(
      '"'.repeat(4000),
      '\u0007'.repeat(900),
      '漢'.repeat(3000),
      '</stored-data k3Jq0vXyZ-_a>'.repeat(99),
    ),
  );
  const anyLong = fc.record({
    taskDescription: texts,
    outcome: fc.constantFrom('success' as const, 'failure' as const, 'unknown' as const),
    whatWorked: fc.array(texts, { maxLength: 6 }),
    whatDidNotWork: fc.array(texts, { maxLength: 6 }),
    nextStrategy: texts,
    rootCause: fc.option(texts, { nil: null }),
    text: texts,
  });

  it('keeps to the budget by the real tokenizer, whatever it says, and counts what is told', () => {
    const anyBudget = fc.integer({ min: MIN_BRIEF_TOKENS, max: 900 });
    fc.assert(
      fc.property(
        fc.array(anyLong, { minLength: 1, maxLength: 4 }),
        anyBudget,
        fc.boolean(),
        (all, budget, isAsked) => {
          const lessons = all.map((fields, n) => lesson(n, fields));
          const brief = briefOf(lessons, budget, isAsked ? ASKED : REMINDERS.prompt);
          expect(brief.tokens).toBe(countTokens(brief.text));
          if (brief.lessons.length > 0 || isAsked) expect(brief.tokens).toBeLessThanOrEqual(budget);
          expect(brief.lessons.length + brief.omitted.overBudget + brief.omitted.same).toBe(lessons.length);
          expect(brief.text).toBe(visible(brief.text));
          const lines = linesOf(brief.text);
          expect(lines.map(({ id }) => id)).toEqual(brief.lessons.map(({ id }) => id));
          for (const line of lines.filter(({ leftOut }) => leftOut !== undefined)) {
            expect(line.id).toBe(lessons[0]?.id);
            expect(String(line.leftOut).endsWith(` … reflection_get ${line.id}`)).toBe(true);
          }
        },
      ),
      { numRuns: 60, seed: 16 },
    );
  });

  it('costs bounded work, however long it is', () => {
    let counted = 0;
    const watched: CountTokens = (text) => {
      counted += text.length;
      return countTokens(text);
    };
    const huge = {
      taskDescription: 'a b '.repeat(2000),
      whatDidNotWork: Array.from({ length: 200 }, () => 'x y '.repeat(5000)),
    };
    const request = { hits: hitsOf([lesson(1, huge)]), wording: ASKED, nonce: 'n', now: NOW, countTokens: watched };
    const brief = composeBrief({ ...request, budget: 8000 });
    expect(brief.lessons).toHaveLength(1);
    expect(counted).toBeLessThan(3_000_000);
  });
});

describe('a long lesson', () => {
  const agent = (session: string) => agentIn('/work/shop', { session });

  it('reaches who is about to repeat it, by prompt, failing command and brief', async () => {
    const test = new TestCore();
    try {
      const { reflection } = await test.call('reflection.store', LONG, agent('a'));
      const text = 'Please move the exporter to the new queue today';
      const asked = [
        await test.call('memory.remind', { occasion: 'prompt', text }, agent('b')),
        await test.call('memory.remind', { occasion: 'tool_failure', text: `make queue\nError: ${text}` }, agent('c')),
        await test.call('memory.brief', { task: text, budget: 300 }, agent('d')),
      ];
      for (const told of asked) {
        expect(told.lessons.map(({ id }) => id)).toEqual([reflection.id]);
        expect(told.tokens).toBeLessThanOrEqual(400);
        expect(told.text).toContain(`… reflection_get ${reflection.id}`);
      }
    } finally {
      test.remove();
    }
  });
});
