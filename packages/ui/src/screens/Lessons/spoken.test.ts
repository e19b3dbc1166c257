import { expect, test } from 'vitest';
import { spokenTerms } from './spoken.ts';

test('stems are told as they were typed', () => {
  expect(spokenTerms(['machin', 'xyzzi', 'login'], 'Machines, xyzzy login')).toEqual(['machines', 'xyzzy', 'login']);
  expect(spokenTerms(['timeout', 'get', 'user'], 'getUserTimeout')).toEqual(['timeout', 'get', 'user']);
  expect(spokenTerms(['relat'], 'Prüfung')).toEqual(['relat']);
});
