import { expect, test } from 'vitest';
import { fence } from '../src/fence.ts';

test('every fence has a nonce of its own, however many there are', () => {
  const COUNT = 1000;
  const marks = Array.from(
    { length: COUNT },
    () => /^<stored-data ([\w-]{12}) /.exec(fence('a text', 'a lesson'))?.[1],
  );
  expect(marks).not.toContain(undefined);
  expect(new Set(marks).size).toBe(COUNT);
});
