import { expect, test } from 'vitest';
import { sessionLead } from './session-lead.ts';

const session = {
  task: 'Mend the imports',
  outcome: 'unknown' as const,
  outcomeNative: 'done',
  found: null,
  result: null,
  lastDecision: '**Use** `WAL`',
  lastError: 'EADDRINUSE\n  at listen',
  nextStep: 'Ask for a free port',
  lessons: ['Never use a fixed port'],
};

test.each([
  ['a failure says what went wrong', { outcome: 'failure' as const }, 'error', 'EADDRINUSE'],
  ['what is partly done says what is left', { outcome: 'partial' as const }, 'next', 'Ask for a free port'],
  ['a success says what was decided', { outcome: 'success' as const }, 'decision', 'Use WAL'],
  ['where a search found it comes first', { found: 'a fixed port' }, 'found', 'a fixed port'],
  ['its task is not repeated', { nextStep: 'Mend the imports', lastError: null }, 'decision', 'Use WAL'],
  [
    'a success says what came of it',
    { outcome: 'success' as const, result: '`npm test`: 7 passed' },
    'result',
    'npm test: 7 passed',
  ],
  [
    'the outcome in words of its author comes first',
    { outcome: 'success' as const, outcomeNative: 'QA done, all pass', result: 'x' },
    'stated',
    'QA done, all pass',
  ],
  [
    'a hash comes after what was decided',
    { outcome: 'success' as const, result: 'Commit: 684455f0aa11bb22' },
    'decision',
    'Use WAL',
  ],
  [
    'a commit is better than nothing',
    { result: 'Commit: 684455f0aa11bb22', nextStep: null, lastError: null, lastDecision: null, lessons: [] },
    'commit',
    'Commit 684455f0aa',
  ],
  [
    'a lesson is better than nothing',
    { nextStep: null, lastError: null, lastDecision: null },
    'lesson',
    'Never use a fixed port',
  ],
])('%s', (_, more, kind, text) => {
  expect(sessionLead({ ...session, ...more })).toEqual({ kind, text });
});

test('a session that says nothing has no second line', () => {
  const bare = { lastDecision: null, lastError: null, nextStep: null, result: null, lessons: [] };
  expect(sessionLead({ ...session, ...bare })).toBeNull();
});

test('a found address of a link stays in the line, which otherwise is plain', () => {
  const found = 'see [the **port**](docs/ports.md)';
  expect(sessionLead({ ...session, found }, 'ports.md')?.text).toBe(found);
  expect(sessionLead({ ...session, found }, 'port')?.text).toBe('see the port');
});
