import { verifies } from '@twicewise/testkit/verifies';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  attemptByNativeId,
  attemptPlace,
  attemptPlacesAfter,
  attemptSeqs,
  attemptsWithText,
  BINS,
  captureJob,
  carriedIds,
  changedIds,
  changesOf,
  claimsFromFiles,
  countAgentAnswers,
  countChanged,
  countChangesOfJob,
  countOutcomes,
  countRecords,
  countReflected,
  countReflections,
  countRows,
  draftsFoundIn,
  earlierFields,
  episodeByNativeId,
  episodeNames,
  episodeOfSession,
  exposuresToFollow,
  findAgentAnswers,
  findAnswer,
  findAttempts,
  findDeeds,
  findEpisodes,
  findExposures,
  findHarmful,
  findJobs,
  findOldestReflections,
  findOperations,
  findProjects,
  findReflections,
  findSessions,
  findSources,
  findWholeJobs,
  forkOf,
  getReflection,
  harmfulJudgements,
  hasDraftByRule,
  hasStored,
  identicalReflections,
  isInUse,
  isPurgedSince,
  lastAgentCall,
  latestAttempts,
  lessonsShownIn,
  lessonsStoredIn,
  measureAttempts,
  newestReflections,
  nextAttempt,
  nextOrdinal,
  projectByFolder,
  readRecord,
  readUnrecorded,
  recentReflections,
  reclaimExposures,
  reflectionByNativeId,
  releaseExposures,
  reversibleOfJob,
  sessionsByNativeId,
  sessionsOf,
  sessionsWithSummary,
  tieExposures,
  toldBefore,
  unrecordedPlaces,
  verdictsOn,
  type WritableDb,
} from '../src/index.ts';
import { furnishedMemory, planOn, plansOn } from './plans-on.ts';

const memory = furnishedMemory();
let db: WritableDb;
beforeAll(() => {
  db = memory();
});

const planOf = (sql: string) => planOn(db, sql);
const plansOf = (call: () => unknown) => plansOn(db, call);

const ALL = { deleted: 'exclude' } as const;
const P = ['p'];
const MAIN = { sessionRef: 's', subagent: null };
const SPAN = { after: 1, before: 9 };
const AFTER_OLDEST = Buffer.from('["lessons oldest","2026-01-01T00:00:00.000Z",5]').toString('base64url');
const AFTER_EPISODE = Buffer.from('["episodes","2026-01-01T00:00:00.000Z",5]').toString('base64url');
const OTHERS = { ...ALL, besideSession: 's' };
const AFTER_ATTEMPT = Buffer.from('["attempts newest","2026-01-01T00:00:00.000Z",5]').toString('base64url');
const AFTER = Buffer.from('["lessons newest","2026-01-01T00:00:00.000Z",5]').toString('base64url');

const tieOne = (ref: string) => {
  const following = { reflectionId: 'r', projectId: 'p', sessionRefs: [ref], client: null, used: [] };
  tieExposures(db, () => 'x', { ...following, at: '2026-01-01T00:00:00.000Z' });
};

const OF_SESSION = { projectId: 'p', sessionRefs: ['s'], empty: true };

/** Calls, each with the index that it must use. */
const CASES: [what: string, call: () => unknown, uses: RegExp][] = [
  ['who judged so', () => harmfulJudgements(db, 'x'), /feedback USING INDEX feedback_by_reflection \(reflection_id=\?/],
  ['changes of an operation', () => changesOf(db, 1), /operation_change USING INTEGER PRIMARY KEY/],
  ['records of a job', () => countRecords(db, { seq: 1, jobId: 'job', kind: 'do' }), /operation_by_job \(job_id=\?/],
  ['changes of a job', () => countChangesOfJob(db, 'job', 'do'), /operation_by_job \(job_id=\?/],
  ['the newest lessons', () => findReflections(db, ALL, 50), /r USING INDEX reflection_by_time \(deleted_at=\?/],
  ['the next page', () => findReflections(db, ALL, 50, AFTER), /reflection_by_time \(deleted_at=\? AND \(?created_at/],
  [
    'lessons of a project',
    () => findReflections(db, { ...ALL, projectIds: P }, 50),
    /reflection_by_project \(project_id=\? AND deleted_at=\?/,
  ],
  [
    'lessons of a session',
    () => findReflections(db, { ...ALL, sessionIds: P }, 50),
    /reflection_by_session \(session_id=\? AND deleted_at=\?/,
  ],
  [
    'lessons of an outcome',
    () => findReflections(db, { ...ALL, outcome: 'failure' }, 50),
    /reflection_by_time \(deleted_at=\?/,
  ],
  [
    'lessons of a project and outcome',
    () => findReflections(db, { ...ALL, projectIds: P, outcome: 'failure' }, 50),
    /reflection_by_project \(project_id=\? AND deleted_at=\?/,
  ],
  [
    'lessons of a time',
    () => findReflections(db, { ...ALL, since: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' }, 50),
    /reflection_by_time \(deleted_at=\? AND created_at>\? AND created_at<\?/,
  ],
  ['the oldest lessons', () => findOldestReflections(db, ALL, 50), /r USING INDEX reflection_by_time \(deleted_at=\?/],
  [
    'the next oldest of a project',
    () => findOldestReflections(db, { ...ALL, projectIds: P }, 50, AFTER_OLDEST),
    /reflection_by_project \(project_id=\? AND deleted_at=\? AND \(?created_at/,
  ],
  ['the newest episodes', () => findEpisodes(db, ALL, 20), /e USING INDEX episode_by_time \(deleted_at=\?/],
  [
    'the next episodes',
    () => findEpisodes(db, ALL, 20, AFTER_EPISODE),
    /episode_by_time \(deleted_at=\? AND <expr><\?/,
  ],
  [
    'the episode of a session',
    () => episodeOfSession(db, 's'),
    /e USING INDEX sqlite_autoindex_episode_\d \(session_id=\?/,
  ],
  ['an episode by native id', () => episodeByNativeId(db, 'p', 'n'), /episode_by_native_id/],
  ['names of episodes', () => episodeNames(db, 'p'), /session_by_project[\s\S]*episode_\d \(session_id=\?/],
  ['claims of files', () => claimsFromFiles(db, 'p', 'causal-graph'), /c USING INDEX claim_by_project \(project_id=\?/],
  ['recent of a session', () => recentReflections(db, { sessionIds: P }, 20, 5), /reflection_by_session/],
  ['recent of a project', () => recentReflections(db, { projectIds: P }, 100, 5), /reflection_by_project/],
  ['recent of all', () => recentReflections(db, {}, 100, 5), /reflection_by_time/],
  ['one lesson', () => getReflection(db, 'x'), /r USING INDEX sqlite_autoindex_reflection/],
  ['one record', () => readRecord(db, 'reflection', 'x'), /sqlite_autoindex_reflection/],
  ['the count of lessons', () => countReflections(db, ALL), /COVERING INDEX reflection_by_time/],
  [
    'the count of a project',
    () => countReflections(db, { ...ALL, projectIds: P }),
    /COVERING INDEX reflection_by_project/,
  ],
  // Only then can the filter by outcome skip index entries without reading rows.
  [
    'the count of an outcome',
    () => countReflections(db, { ...ALL, outcome: 'failure' }),
    /COVERING INDEX reflection_by_time/,
  ],
  ['outcomes of a project', () => countOutcomes(db, { projectIds: P }), /COVERING INDEX reflection_by_project/],
  ['the newest failures', () => newestReflections(db, {}, ['failure', 'partial'], 20), /reflection_by_time/],
  ['times a lesson was shown', () => findExposures(db, 'x', 20), /exposure_by_reflection/],
  [
    'what agents were told',
    () => findAgentAnswers(db, { projectId: null, empty: false }, 20),
    /c USING INTEGER PRIMARY KEY \(rowid<\?/,
  ],
  [
    'what agents of a project were told',
    () => findAgentAnswers(db, { projectId: 'p', empty: true }, 20),
    /agent_call_by_project \(project_id=\?/,
  ],
  [
    'how often the agent of a session was told',
    () => countAgentAnswers(db, OF_SESSION),
    /c USING INDEX agent_call_by_session \(session_ref=\?/,
  ],
  ['the last cut of a context', () => lastAgentCall(db, MAIN, 'context_cut'), /COVERING INDEX|agent_call_by_session/],
  [
    'of which session one is a copy',
    () => forkOf(db, 's', SPAN),
    /agent_call_by_session \(session_ref=\? AND trigger=\? AND seq>\?/,
  ],
  [
    'what a session was shown',
    () => lessonsShownIn(db, MAIN, SPAN),
    /exposure_by_session \(session_ref=\? AND seq>\? AND seq<\?/,
  ],
  ['what a session stored', () => lessonsStoredIn(db, 's', SPAN), /reflection_by_session \(session_id=\?/],
  ['exposures that wait for a lesson', () => tieOne('s'), /exposure_awaiting \(session_ref=\?/],
  ['what an undone lesson followed', () => releaseExposures(db, 'r'), /exposure_by_attempt \(attempt_id=\?/],
  ['what a redone lesson followed', () => reclaimExposures(db, 'r'), /r USING PRIMARY KEY \(attempt_id=\?/],
  ['sources with their counts', () => findSources(db, 20), /COVERING INDEX reflection_by_source \(source_id=\?/],
  ['verdicts on a lesson', () => verdictsOn(db, 'x'), /COVERING INDEX feedback_by_reflection/],
  ['a lesson by native id', () => reflectionByNativeId(db, 'p', 'n'), /reflection_by_native_id/],
  ['identical lessons', () => identicalReflections(db, 'p', 'h'), /reflection_by_content/],
  ['sessions', () => findSessions(db, null, 50), /session_by_time/],
  ['sessions of a project', () => findSessions(db, 'p', 50), /session_by_project/],
  ['sessions with a summary', () => sessionsWithSummary(db, 'p'), /session_by_project/],
  ['a session by native id', () => sessionsByNativeId(db, 'n', null), /session_by_native_id/],
  ['use of a session', () => isInUse(db, 'session', 'x'), /session_by_parent/],
  ['use of a source', () => isInUse(db, 'source', 'x'), /reflection_by_source/],
  ['use of a project', () => isInUse(db, 'project', 'x'), /reflection_by_/],
  ['a project by folder', () => projectByFolder(db, 'k'), /sqlite_autoindex_project/],
  ['the newest operations', () => findOperations(db, {}, 50), /o USING INTEGER PRIMARY KEY \(rowid<\?/],
  [
    'the newest step of each job',
    () => findWholeJobs(db, {}, 50),
    /x USING INDEX operation_by_job \(job_id=\? AND seq>\?/,
  ],
  ['operations on a record', () => findOperations(db, { entityId: 'x' }, 50), /operation_change_by_entity/],
  ['operations of a project', () => findOperations(db, { projectId: 'x' }, 50), /o USING INTEGER PRIMARY KEY/],
  ['the bin of episodes', () => BINS.episode.after(db, null, 50), /episode USING INDEX episode_by_time \(deleted_at/],
  ['the bin of attempts', () => BINS.attempt.after(db, null, 50), /attempt USING INDEX attempt_by_time \(deleted_at/],
  ['the bin', () => BINS.reflection.after(db, null, 50), /reflection_by_time \(\(?deleted_at/],
  [
    'operations of a time',
    () => findOperations(db, { since: '2026-01-01T00:00:00Z', until: '2026-02-01T00:00:00Z' }, 50),
    /o USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?/,
  ],
  ['operations on settings', () => findOperations(db, { topic: 'setting' }, 50), /c USING INTEGER PRIMARY KEY/],
  ['what a program did', () => findDeeds(db, { client: 'x', sessionIds: P }, 9, 50), /o USING INTEGER PRIMARY KEY/],
  ['operations of a job', () => reversibleOfJob(db, 'x', 'undo'), /operation_by_job/],
  ['records that operations changed', () => countChanged(db, ['op_1']), /sqlite_autoindex_operation/],
  [
    'whether anything was purged since a job was queued',
    () => isPurgedSince(db, { seq: 1, kind: 'undo' }),
    /counter USING (INDEX sqlite_autoindex_counter_1|PRIMARY KEY) \(name=\?/,
  ],
  ['jobs', () => findJobs(db, 50), /job USING INTEGER PRIMARY KEY/],
  ['the job that writes a session down', () => captureJob(db, 'a', 's'), /job USING INDEX job_capture/],
  ['what was found in a transcript', () => draftsFoundIn(db, 's'), /reflection_by_session \(session_id=\?/],
  ['what a rule found in a session', () => hasDraftByRule(db, 's', 'r'), /reflection_by_session \(session_id=\?/],
  ['whether a session stored something', () => hasStored(db, 's'), /reflection_by_session \(session_id=\?/],
  ['records that were changed', () => changedIds(db, P), /operation_change_by_entity \(entity_id=\?/],
  ['what a record was before', () => earlierFields(db, 'x', 64), /operation_change_by_entity \(entity_id=\?/],
  ['what a bundle carries', () => carriedIds(db, 'reflection', '', 50), /COVERING INDEX sqlite_autoindex_reflection/],
  ['the newest attempts', () => findAttempts(db, ALL, 'newest', 20), /a USING INDEX attempt_by_time \(deleted_at=\?/],
  [
    'the next attempts',
    () => findAttempts(db, ALL, 'newest', 20, AFTER_ATTEMPT),
    /attempt_by_time \(deleted_at=\? AND <expr><\?/,
  ],
  [
    'attempts of a project',
    () => findAttempts(db, { ...ALL, projectIds: P }, 'oldest', 20),
    /attempt_by_project \(project_id=\? AND deleted_at=\?/,
  ],
  [
    'attempts of a project and outcome',
    () => findAttempts(db, { ...ALL, projectIds: P, outcomes: ['failure'] }, 'newest', 20),
    /attempt_by_(?:project|outcome) \(/,
  ],
  [
    'attempts of a session',
    () => findAttempts(db, { ...ALL, sessionIds: P }, 'oldest', 20),
    /attempt_by_session \(session_id=\? AND deleted_at=\?/,
  ],
  [
    'the attempts of a session that ended last',
    () => latestAttempts(db, { ...ALL, sessionIds: P, withReflection: true }, { by: 'ended', most: 3, maxBytes: 9 }),
    /attempt_by_session \(session_id=\? AND deleted_at=\?/,
  ],
  [
    'reflections of a session',
    () => countReflected(db, { ...ALL, sessionIds: P }),
    /attempt_by_session \(session_id=\? AND deleted_at=\?/,
  ],
  [
    'the next attempt at a task',
    () => nextAttempt(db, 'a'),
    /a USING INDEX attempt_by_task \(task_identity=\? AND deleted_at=\? AND <expr>>\?/,
  ],
  [
    'attempts at a task',
    () => findAttempts(db, { ...ALL, taskIdentity: 't' }, 'oldest', 20),
    /attempt_by_task \(task_identity=\? AND deleted_at=\?/,
  ],
  ['what others tried', () => measureAttempts(db, OTHERS, 500), /attempt_by_project \(project_id=\? AND deleted_at=\?/],
  ['the same at a task', () => measureAttempts(db, { ...OTHERS, taskIdentity: 't' }, 500), /attempt_by_\w+ \(/],
  [
    'attempts of an outcome',
    () => findAttempts(db, { ...ALL, outcomes: ['failure'] }, 'newest', 20),
    /attempt_by_outcome \(outcome=\? AND deleted_at=\?/,
  ],
  [
    'attempts in order, to be read for words',
    () => attemptSeqs(db, ALL, 'newest', AFTER_ATTEMPT),
    /a USING COVERING INDEX attempt_by_time \(deleted_at=\? AND <expr><\?/,
  ],
  [
    'unrecorded sessions',
    () => unrecordedPlaces(db, ['s'], 'exclude'),
    /s USING INDEX sqlite_autoindex_session_\d \(id=\?[\s\S]*episode_\d \(session_id=\?[\s\S]*attempt_by_session \(session_id=\?/,
  ],
  [
    'sessions and their attempts by outcome',
    () => readUnrecorded(db, ['s'], 'exclude'),
    /s USING INDEX sqlite_autoindex_session_\d \(id=\?[\s\S]*a USING COVERING INDEX attempt_by_session \(session_id=\?/,
  ],
  ['sessions of attempts', () => sessionsOf(db, 'attempt', [1]), /x USING INTEGER PRIMARY KEY \(rowid=\?/],
  ['attempts with words', () => attemptsWithText(db, [1], 'x'), /a USING INTEGER PRIMARY KEY \(rowid=\?/],
  [
    'a page of attempts with words',
    () => findAttempts(db, { ...ALL, seqs: [1] }, 'newest', 20),
    /a USING (?:INDEX attempt_by_time \(deleted_at=\?|INTEGER PRIMARY KEY \(rowid=\?)/,
  ],
  ['where attempts belong', () => attemptPlacesAfter(db, 1, 16), /a USING INTEGER PRIMARY KEY \(rowid>\?/],
  ['where an attempt belongs', () => attemptPlace(db, 'a'), /a USING INDEX sqlite_autoindex_attempt_\d \(id=\?/],
  [
    'the number of the next attempt',
    () => nextOrdinal(db, 'p', 't'),
    /COVERING INDEX attempt_by_ordinal \(project_id=\? AND task_identity=\?/,
  ],
  ['an attempt by native id', () => attemptByNativeId(db, 'p', 'n'), /attempt_by_native_id/],
  [
    'what an attempt follows',
    () => exposuresToFollow(db, { sessionRefs: P, projectId: 'p', until: '2026' }),
    /exposure_by_session \(session_ref=\?[\s\S]*attempt_link_by_target \(target_id=\?/,
  ],
  [
    'what an attempt followed',
    () => toldBefore(db, 'a'),
    /l USING PRIMARY KEY \(attempt_id=\?[\s\S]*exposure_by_attempt \(attempt_id=\?/,
  ],
  ['an answer', () => findAnswer(db, 'x'), /request_key USING INDEX sqlite_autoindex_request_key_1/],
];

/** Matches a full read or a sort of something that grows. Small helper tables and JSON lists do not count. */
const GROWING =
  /SCAN (r|e|o|c|a|l|attempt|attempt_link|reflection|session|operation|operation_change|request_key|exposure|agent_call)\b(?! USING COVERING)/;

describe('the plan of', () => {
  verifies('S0-30', 'C-02');
  for (const [what, call, uses] of CASES) {
    it(`${what} uses its index, reads no table whole and sorts nothing`, () => {
      const plan = plansOf(call);
      expect(plan.join('\n')).toMatch(uses);
      expect(plan.filter((line) => GROWING.test(line))).toEqual([]);
      expect(
        plan.filter((line) => line.includes('TEMP B-TREE FOR ORDER BY') && !what.startsWith('operations on')),
      ).toEqual([]);
    });
  }

  it('a query without an index is noticed by the same look', () => {
    const plan = planOf('SELECT * FROM reflection ORDER BY text');
    expect(plan.some((line) => GROWING.test(line) && line.startsWith('SCAN'))).toBe(true);
    expect(plan.join()).toContain('TEMP B-TREE FOR ORDER BY');
  });

  it('the attempts that were recorded last sorts those of their session, which no index has in that order', () => {
    const by = { by: 'recorded' as const, most: 3, maxBytes: 9 };
    const plan = plansOf(() => latestAttempts(db, { ...ALL, sessionIds: P }, by));
    expect(plan.join()).toMatch(/attempt_by_session \(session_id=\? AND deleted_at=\?/);
    expect(plan.filter((line) => GROWING.test(line))).toEqual([]);
  });

  it('what the agent of a session was told sorts the answers of that session, which no index has in that order', () => {
    const plan = plansOf(() => findAgentAnswers(db, OF_SESSION, 20));
    expect(plan.join()).toMatch(/c USING INDEX agent_call_by_session \(session_ref=\?/);
    expect(plan.filter((line) => GROWING.test(line))).toEqual([]);
  });

  it('the list of projects reads the projects whole, and of the others only index entries', () => {
    const plan = plansOf(() => findProjects(db, 50));
    expect(plan.filter((line) => GROWING.test(line))).toEqual([]);
  });

  it('the list of lessons judged harmful reads judgements in their index, and of the lessons only those', () => {
    const plan = plansOf(() => findHarmful(db, null, 20));
    expect(plan.filter((line) => line.includes('SCAN feedback'))).toEqual(
      Array(2).fill('SCAN feedback USING COVERING INDEX feedback_by_reflection'),
    );
    expect(plan.filter((line) => /\b(SCAN r|SCAN reflection|SCAN w)\b/.test(line))).toEqual([]);
  });

  it('counts read indexes only, but for the projects, which are few', () => {
    const plan = plansOf(() => countRows(db));
    expect(plan.filter((line) => line.includes('COVERING INDEX'))).toHaveLength(4);
    expect(plan.filter((line) => GROWING.test(line))).toEqual([]);
  });
});
