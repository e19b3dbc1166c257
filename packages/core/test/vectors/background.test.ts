import { expect, it } from 'vitest';
import { backgroundOf } from '../../src/vectors/background.ts';

let cosines = 0;

/** A vector that counts how often it is compared. */
class Counted extends Float32Array {
  override reduce(...args: unknown[]): never {
    cosines++;
    return (super.reduce as (...all: unknown[]) => never)(...args);
  }
}

const vectorOf = (seed: number) => Counted.from([Math.sin(seed), Math.cos(seed)]);

it('compares each two of the known texts once: the memory answers nobody meanwhile', () => {
  const lessons = Array.from({ length: 16 }, (_, at) => vectorOf(at));
  const questions = Array.from({ length: 60 }, (_, at) => vectorOf(100 + at));
  const { lift } = backgroundOf(lessons, questions);
  expect(cosines).toBe((16 * 15) / 2 + 16 * 60);
  expect(Number.isFinite(lift.centre) && lift.spread > 0).toBe(true);
});
