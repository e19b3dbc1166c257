import { contract } from '@twicewise/contract';
import { describe, expect, test } from 'vitest';
import { type Content, type Draft, draftChanges } from '../../state/lesson-draft.ts';
import { mistakesIn } from './mistakes.ts';

const draft = (mine: Partial<Content>): Draft => ({ base: {} as Content, mine });
const ID = `refl_${'0'.repeat(26)}`;
/** The host's answer to the same change. */
const refused = (mine: Partial<Content>) =>
  !contract['reflection.update'].input.safeParse({ id: ID, changes: draftChanges(draft(mine)) }).success;

const many = (count: number, text = 'x') => Array.from({ length: count }, (_, index) => `${text}${index}`);

/** Each limit: just within and just beyond it. */
const CASES: [what: string, mine: Partial<Content>, wrong: boolean][] = [
  ['a task', { taskDescription: 'Fix it' }, false],
  ['no task', { taskDescription: '' }, true],
  ['the longest text', { text: 'x'.repeat(65_536) }, false],
  ['a text too long', { text: 'x'.repeat(65_537) }, true],
  ['a text too long in bytes only', { nextStrategy: 'ü'.repeat(40_000) }, true],
  ['a control character', { rootCause: 'a\u0007b' }, true],
  ['line breaks', { rootCause: 'a\n\tb' }, false],
  ['half a character', { causalReasoning: '\ud800' }, true],
  ['nothing said', { rootCause: null, confidence: null, failureCategory: null }, false],
  ['the most statements', { whatWorked: many(100) }, false],
  ['a statement too many', { whatDidNotWork: many(101) }, true],
  ['empty entries, which are left out', { whatWorked: [...many(100), '', ' '] }, false],
  ['the longest tag', { tags: ['t'.repeat(128)] }, false],
  ['a tag too long', { tags: ['ok', 't'.repeat(129)] }, true],
  ['a tag too many', { tags: many(65) }, true],
  ['the longest entity', { relatedEntityIds: ['f'.repeat(512)] }, false],
  ['an entity too long', { relatedEntityIds: ['f'.repeat(513)] }, true],
  ['an entity too many', { relatedEntityIds: many(201) }, true],
  ['certain', { confidence: 1 }, false],
  ['more than certain', { confidence: 1.2 }, true],
  ['less than nothing', { confidence: -0.1 }, true],
  ['no attempt yet', { attemptNumber: 0 }, false],
  ['half an attempt', { attemptNumber: 1.5 }, true],
  ['attempts beyond the limit', { attemptNumber: 1_000_001 }, true],
];

describe('mistakesIn', () => {
  test.each(CASES)('%s: as the host would have it', (_, mine, wrong) => {
    expect(refused(mine)).toBe(wrong);
    expect(Object.keys(mistakesIn(draft(mine)))).toEqual(wrong ? Object.keys(mine) : []);
  });

  test('says what is wrong in plain words, and in which entry', () => {
    expect(mistakesIn(draft({ confidence: 7 })).confidence).toEqual({ text: 'A number from 0 to 1, such as 0.8.' });
    expect(mistakesIn(draft({ tags: ['', 'ok', 't'.repeat(140)] })).tags).toEqual({
      text: 'Entry 3 is too long: 140 bytes of at most 128.',
      entry: 2,
    });
  });
});
