import { describe, expect, test } from 'vitest';
import { nextQuestion } from './next-question.ts';

/** Types the words letter by letter, one every `keyEvery` ticks, to a host that needs `answerAfter` ticks. */
function typeTo(words: string, keyEvery: number, answerAfter: number) {
  const questions: { at: number; words: string }[] = [];
  const keys = [...words].map((_, index) => words.slice(0, index + 1));
  let [asked, until] = ['', 0];
  const end = keys.length * keyEvery + 3 * answerAfter;
  for (let at = 0; at < end; at++) {
    const typed = keys[Math.min(Math.floor(at / keyEvery), keys.length - 1)] ?? '';
    const next = nextQuestion(typed, asked, at < until);
    if (next === asked) continue;
    questions.push({ at, words: next });
    [asked, until] = [next, at + answerAfter];
  }
  return questions;
}

describe('nextQuestion', () => {
  test('a host that is quick is asked at each key, at once', () => {
    const questions = typeTo('login', 100, 20);
    expect(questions.map(({ words }) => words)).toEqual(['l', 'lo', 'log', 'logi', 'login']);
    expect(questions.map(({ at }) => at)).toEqual([0, 100, 200, 300, 400]);
  });

  test('a host that is slow is asked for the newest words only, when it has answered', () => {
    const questions = typeTo('login now', 10, 35);
    expect(questions.map(({ words }) => words)).toEqual(['l', 'logi', 'login no', 'login now']);
  });

  test('there is one question at a time, and the last words are always asked for', () => {
    for (const keyEvery of [1, 3, 10, 50]) {
      for (const answerAfter of [1, 7, 40, 1000]) {
        const questions = typeTo('a flaky login test', keyEvery, answerAfter);
        expect(questions.at(-1)?.words).toBe('a flaky login test');
        const gaps = questions.slice(1).map(({ at }, index) => at - (questions[index]?.at ?? 0));
        expect(gaps.every((gap) => gap >= answerAfter)).toBe(true);
      }
    }
  });

  test('an emptied field does not wait for an answer that nobody wants any more', () => {
    expect(nextQuestion('', 'log', true)).toBe('');
  });
});
