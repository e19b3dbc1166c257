import { expect, test } from 'vitest';
import { sessionLead } from './session-lead.ts';

const session = {
  task: 'Mend the imports',
  outcome: 'unknown' as const,
  found: null,
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
    'a lesson is better than nothing',
    { nextStep: null, lastError: null, lastDecision: null },
    'lesson',
    'Never use a fixed port',
  ],
])('%s', (_, more, kind, text) => {
  expect(sessionLead({ ...session, ...more })).toEqual({ kind, text });
});

test('a session that says nothing has no second line', () => {
  const bare = { lastDecision: null, lastError: null, nextStep: null, lessons: [] };
  expect(sessionLead({ ...session, ...bare })).toBeNull();
});
