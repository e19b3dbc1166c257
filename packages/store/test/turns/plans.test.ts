import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BINS,
  closeStore,
  countPrunable,
  findTurns,
  hasTexts,
  highestNumber,
  knownChunks,
  nextTake,
  partText,
  prunableTurns,
  prunedTurnsAfter,
  sessionsOf,
  summarisedTurns,
  turnByNativeId,
  turnedSessions,
  turnPlaces,
  turnSeqs,
  type WritableDb,
} from '../../src/index.ts';
import { freshPaths, open, removeFolders } from '../harness.ts';
import { plansOn } from '../plans-on.ts';

let db: WritableDb;
beforeAll(() => {
  db = open(freshPaths());
});
afterAll(() => {
  closeStore(db);
  removeFolders();
});

const ALL = { deleted: 'exclude' } as const;
const P = ['p'];
const RULE = { keepNewest: 2, keepSince: '2026-01-01T00:00:00.000Z', sparesPersons: false };

/** Calls, each with the index that it must use. */
const CASES: [what: string, call: () => unknown, uses: RegExp][] = [
  ['turns', () => findTurns(db, ALL, 'oldest', 20), /t USING INDEX turn_by_place \(deleted_at=\?/],
  [
    'turns of a session',
    () => findTurns(db, { ...ALL, sessionIds: ['s'] }, 'newest', 20),
    /turn_by_session \(session_id=\? AND deleted_at=\?/,
  ],
  [
    'turns of a project',
    () => turnSeqs(db, { ...ALL, projectIds: P }, 'oldest'),
    /turn_by_project \(project_id=\? AND deleted_at=\?/,
  ],
  ['turns of a number', () => nextTake(db, 's', 1), /turn_by_number \(session_id=\? AND number=\?/],
  ['the last number', () => highestNumber(db, 's'), /turn_by_number \(session_id=\?/],
  ['a turn by its own id', () => turnByNativeId(db, 'p', 'x'), /turn_by_native_id \(project_id=\? AND native_id=\?/],
  ['sessions of turns', () => sessionsOf(db, 'turn', [1]), /x USING INTEGER PRIMARY KEY \(rowid=\?/],
  [
    'sessions with turns',
    () => turnedSessions(db, 'exclude'),
    /t EXISTS USING COVERING INDEX turn_by_session \(session_id=\? AND deleted_at=\?/,
  ],
  ['turns in the bin', () => BINS.turn.after(db, null, 50), /turn_by_place \(/],
  ['chunks that are known', () => knownChunks(db, ['00']), /sqlite_autoindex_turn_chunk_1 \(hash=\?/],
  [
    'turns that a rule prunes',
    () => prunableTurns(db, RULE, 500),
    /turn USING COVERING INDEX turn_to_prune \(pruned_at=\? AND deleted_at=\?\)/,
  ],
  [
    'turns of a session that a rule prunes',
    () => countPrunable(db, { ...RULE, sessionIds: ['s'] }),
    /turn USING COVERING INDEX turn_to_prune \(pruned_at=\? AND deleted_at=\? AND session_id=\?/,
  ],
  ['texts of pruned turns', () => prunedTurnsAfter(db, null, 50), /turn_pruned \(/],
  ['whether texts are there', () => hasTexts(db, 't'), /turn_part USING (?:COVERING INDEX |)PRIMARY KEY \(turn_id=\?/],
  ['the text of a part', () => partText(db, 't', 0), /turn_part USING PRIMARY KEY \(turn_id=\? AND place=\?/],
  ['turns for a recall', () => turnPlaces(db, { sessionId: 's' }), /turn_by_session \(session_id=\? AND deleted_at=\?/],
  ['summaries of a session', () => summarisedTurns(db, 's'), /turn_by_(?:number|session) \(session_id=\?/],
];

describe('the plan of', () => {
  for (const [what, call, uses] of CASES) {
    it(`${what} uses its index and reads no table of turns whole`, () => {
      const plan = plansOn(db, call);
      expect(plan.join('\n')).toMatch(uses);
      expect(plan.filter((line) => /^SCAN (?:t|turn|turn_part|turn_chunk)$/.test(line))).toEqual([]);
    });
  }
});
