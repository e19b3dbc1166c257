import { expect, test } from 'vitest';
import { authorWord, programName } from './programs.ts';

test('a browser is called one, other programs by their name', () => {
  expect(programName('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0')).toBe(
    'Browser',
  );
  expect(programName('claude-code 2.1')).toBe('claude-code 2.1');
});

test('what no person was seen behind is a program, and an agent that says its name is one', () => {
  expect(authorWord({ kind: 'agent', name: 'twicewise cli' })).toBe('program');
  expect(authorWord({ kind: 'agent', name: 'http' })).toBe('program');
  expect(authorWord({ kind: 'agent', name: 'claude-code' })).toBe('agent');
  expect(authorWord({ kind: 'person', name: 'http' })).toBe('person');
});
