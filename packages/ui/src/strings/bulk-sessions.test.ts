import { expect, test } from 'vitest';
import { bulkSessions } from './bulk-sessions.ts';

const NONE = { sessions: 0, attempts: 0, turns: 0 };
const deletes = (changes: number, unrecorded = NONE) => bulkSessions.changes('delete', { changes, unrecorded });

test('what would be deleted is told by its sessions, and the attempts and turns that go with them', () => {
  expect(deletes(0)).toBe('Nothing would change.');
  expect(deletes(1)).toBe('Deletes 1 session. Its lessons and attempts stay.');
  expect(deletes(1, { sessions: 1, attempts: 1, turns: 0 })).toBe(
    'Deletes 1 session, and with it 1 attempt. Its lessons stay.',
  );
  expect(deletes(2, { sessions: 2, attempts: 0, turns: 3 })).toBe(
    'Deletes 2 sessions, and with them 3 turns. Their lessons stay.',
  );
  expect(deletes(4, { sessions: 1, attempts: 2, turns: 1 })).toBe(
    'Deletes 4 sessions. One has no log and takes its 2 attempts and 1 turn along. Their lessons and all other attempts stay.',
  );
});

test('several without a log are counted', () => {
  expect(deletes(5, { sessions: 2, attempts: 3, turns: 0 })).toBe(
    'Deletes 5 sessions. 2 have no log and take their 3 attempts along. Their lessons and all other attempts stay.',
  );
});

test('what would be restored is told likewise', () => {
  const unrecorded = { sessions: 1, attempts: 2, turns: 0 };
  expect(bulkSessions.changes('restore', { changes: 3, unrecorded })).toBe(
    'Restores 3 sessions. One has no log and brings its 2 attempts along.',
  );
});
