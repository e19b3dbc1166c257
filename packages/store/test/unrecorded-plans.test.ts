import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeStore,
  episodesNamed,
  findEpisodes,
  idsOfSession,
  isChangedAfter,
  readUnrecorded,
  seqsOfSession,
  sessionsThatLost,
  turnedSessions,
  unrecordedFacts,
  unrecordedNamed,
  unrecordedPlaces,
  type WritableDb,
} from '../src/index.ts';
import { freshPaths, open, removeFolders } from './harness.ts';
import { plansOn } from './plans-on.ts';

let db: WritableDb;
beforeAll(() => {
  db = open(freshPaths());
});
afterAll(() => {
  closeStore(db);
  removeFolders();
});

const AFTER_DELETED = Buffer.from(
  '["episodes by deletion","2026-02-01T00:00:00.000Z","2026-01-01T00:00:00.000Z",5]',
).toString('base64url');
const OUTSIDE = { sessionId: 's', deleted: 'exclude', upTo: 9 } as const;

const CASES: [what: string, call: () => unknown, uses: RegExp][] = [
  [
    'the episodes deleted last',
    () => findEpisodes(db, { deleted: 'only' }, 20, undefined, 'deleted'),
    /e USING INDEX episode_by_time \(deleted_at>\?/,
  ],
  [
    'the next episodes deleted last',
    () => findEpisodes(db, { deleted: 'only' }, 20, AFTER_DELETED, 'deleted'),
    /e USING INDEX episode_by_time \(deleted_at>\? AND deleted_at<\?/,
  ],
  [
    'a session in the bin',
    () => readUnrecorded(db, ['s'], 'only'),
    /attempt_by_session \(session_id=\? AND deleted_at>\?/,
  ],
  [
    'its place, and when it was deleted',
    () => unrecordedPlaces(db, ['s'], 'only'),
    /x USING COVERING INDEX attempt_by_session \(session_id=\?[\s\S]*x USING COVERING INDEX turn_by_session \(session_id=\?[\s\S]*attempt_by_session \(session_id=\? AND deleted_at>\?/,
  ],
  [
    'sessions with turns in the bin',
    () => turnedSessions(db, 'only'),
    /COVERING INDEX turn_by_session \(session_id=\? AND deleted_at>\?/,
  ],
  [
    'what a change of many asks of a session',
    () => unrecordedFacts(db, [1]),
    /COVERING INDEX attempt_by_session \(session_id=\? AND deleted_at=\?/,
  ],
  [
    'sessions by their ids',
    () => unrecordedNamed(db, ['s']),
    /s USING COVERING INDEX sqlite_autoindex_session_\d \(id=\?[\s\S]*COVERING INDEX attempt_by_session \(session_id=\?/,
  ],
  [
    'episodes by the ids of their sessions',
    () => episodesNamed(db, ['s']),
    /INDEX sqlite_autoindex_episode_\d \(id=\?[\s\S]*INDEX sqlite_autoindex_episode_\d \(session_id=\?/,
  ],
  [
    'attempts of a session',
    () => seqsOfSession(db, 'attempt', 's', 'only'),
    /COVERING INDEX attempt_by_session \(session_id=\?/,
  ],
  [
    'turns of a session',
    () => seqsOfSession(db, 'turn', 's', 'only'),
    /COVERING INDEX turn_by_session \(session_id=\?/,
  ],
  [
    'attempts to be deleted',
    () => idsOfSession(db, 'attempt', OUTSIDE, 100),
    /INDEX attempt_by_session \(session_id=\? AND deleted_at=\?/,
  ],
  [
    'turns to be deleted',
    () => idsOfSession(db, 'turn', OUTSIDE, 100),
    /INDEX turn_by_session \(session_id=\? AND deleted_at=\?/,
  ],
  [
    'attempts and turns changed later',
    () => isChangedAfter(db, 's', 9),
    /COVERING INDEX operation_change_by_entity \(entity_id=\?[\s\S]*INDEX attempt_by_session \(session_id=\?[\s\S]*INDEX turn_by_session \(session_id=\?/,
  ],
  [
    'sessions that lost something later',
    () => sessionsThatLost(db, 9),
    /SEARCH c USING INTEGER PRIMARY KEY \(rowid>\?\)[\s\S]*SEARCH s USING COVERING INDEX sqlite_autoindex_session_\d \(id=\?/,
  ],
];

describe('of sessions in the bin and unrecorded ones, the plan of', () => {
  it.each(CASES)('%s uses its index and reads no table whole', (_what, call, uses) => {
    const plan = plansOn(db, call);
    expect(plan.join('\n')).toMatch(uses);
    expect(plan.filter((line) => /^SCAN (?:[aetsx]|attempt|turn|episode|session)\b/.test(line))).toEqual([]);
  });
});
