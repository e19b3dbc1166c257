import { expect, test } from 'vitest';
import { programName } from './programs.ts';

test('a browser is called one, other programs by their name', () => {
  expect(programName('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0')).toBe(
    'Browser',
  );
  expect(programName('claude-code 2.1')).toBe('claude-code 2.1');
});
