import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it, vi } from 'vitest';
import { extractLog } from '../../src/session-logs/index.ts';
import { DONE, ended, extracted, fromJson, fromMarkdown, gate } from './logs.ts';

const WORK = { workLog: [{ action: 'Sorted the rows before they are written' }] };
const outcomeOf = (log: unknown) => {
  const { outcome, outcomeSource, outcomeNative } = fromJson(log).content;
  return { outcome, outcomeSource, outcomeNative };
};
const eventsOf = (log: unknown, type: string) => fromJson(log).content.events.filter((event) => event.type === type);
const errorsIn = (text: string) => eventsOf({ workLog: [{ action: 'Ran the suite', result: text }] }, 'error');

describe('R1: what was not measured is not 0', () => {
  it('leaves out metrics that the log does not count', () => {
    verifies('R1');
    expect(fromJson(ended(DONE, WORK)).content.metrics).toEqual({});
  });

  it('keeps the counts of the log, also 0', () => {
    verifies('R1');
    const log = {
      ...WORK,
      metrics: { toolCalls: 12, duration: 'about an hour' },
      verification: { testsPassed: 8, testsFailed: 0 },
    };
    expect(fromJson(log).content.metrics).toEqual({ tool_calls: 12, tests_passed: 8, tests_failed: 0 });
  });

  it('measures minutes only between two exact times', () => {
    const times = { start_time: '2026-03-04T09:00:00Z', end_time: '2026-03-04T09:45:00Z' };
    expect(fromJson({ session: times, ...WORK }).content.metrics).toEqual({ duration_minutes: 45 });
    expect(fromJson({ session: { ...times, start_time: '2026-03-04' }, ...WORK }).content.metrics).toEqual({});
  });
});

describe('R2: an outcome comes from gates and fields', () => {
  it('is a measured success when every gate about the result is met and proved', () => {
    verifies('R2');
    expect(outcomeOf(ended(DONE))).toMatchObject({
      outcome: 'success',
      outcomeSource: 'measured',
      outcomeNative: null,
    });
  });

  it('is partial when work was done and such a gate is open', () => {
    verifies('R2');
    const open = { ...DONE, changesCommitted: gate(false, 'Waits for the owner') };
    expect(outcomeOf(ended(open, WORK))).toMatchObject({ outcome: 'partial', outcomeSource: 'measured' });
  });

  it('is a failure when something counted failed as well', () => {
    verifies('R2');
    const open = { ...DONE, validationPassed: gate(false, '') };
    const failing = { workLog: [{ action: 'Ran the suite', result: '3 failed, 20 passed' }] };
    expect(outcomeOf(ended(open, failing)).outcome).toBe('failure');
    const repaired = { workLog: [...failing.workLog, { action: 'Ran the suite again', result: '23 passed' }] };
    expect(outcomeOf(ended(open, repaired)).outcome).toBe('partial');
  });

  it('is unknown for a template that nobody filled in, ticked or not', () => {
    const empty = { changesCommitted: gate(false, ''), validationPassed: gate(false, '') };
    const ticked = { changesCommitted: gate(true, ''), validationPassed: gate(true, 'SKIPPED: documents only') };
    for (const gates of [empty, ticked]) {
      expect(outcomeOf(ended(gates, { workLog: [] }))).toEqual({
        outcome: 'unknown',
        outcomeSource: 'defaulted',
        outcomeNative: null,
      });
    }
  });

  it('is unknown for a log without gates, whatever its words', () => {
    verifies('R2');
    expect(outcomeOf({ workLog: ['Finished everything with great success, all is done'] }).outcome).toBe('unknown');
    expect(fromMarkdown('# Notes\n\n## Work Log\n\n- A complete success\n').content.outcome).toBe('unknown');
  });

  it('does not ask for paperwork or what only should be done', () => {
    const paper = {
      handoffUpdated: gate(false, ''),
      memoryUpdated: gate(false, ''),
      testsRun: gate(false, '', 'SHOULD'),
    };
    expect(outcomeOf(ended({ ...DONE, ...paper })).outcome).toBe('success');
  });

  it('reads what the log says of its own outcome, with its word', () => {
    const word = (status: string) => outcomeOf({ ...WORK, status });
    expect(word('COMPLETE')).toEqual({ outcome: 'success', outcomeSource: 'reported', outcomeNative: 'COMPLETE' });
    expect(word('failed')).toEqual({ outcome: 'failure', outcomeSource: 'reported', outcomeNative: 'failed' });
    expect(word('partial')).toEqual({ outcome: 'partial', outcomeSource: 'reported', outcomeNative: null });
    expect(word('not complete').outcome).toBe('partial');
    expect(word('a curious affair').outcome).toBe('unknown');
  });

  it('takes an open gate over a field that says success', () => {
    const open = { ...DONE, changesCommitted: gate(false, 'Pending') };
    expect(outcomeOf(ended(open, { ...WORK, status: 'complete' }))).toEqual({
      outcome: 'partial',
      outcomeSource: 'measured',
      outcomeNative: null,
    });
  });
});

describe('R3: an error is counted', () => {
  it.each([
    '3 failed, 20 passed',
    'Two suites, 2 errors',
    'Failed: 3',
    '7 of 9 tests failing',
    '1,204 failed',
    'It failed 4 focused tests',
  ])('counts %s', (text) => {
    verifies('R3');
    expect(errorsIn(text)).toHaveLength(1);
  });

  it.each([
    '0 errors',
    '0 failed, 31 passed',
    'Closed #760 failures are gone from the list',
    'issue 12 failed to load',
    'The server answered with 404 errors',
    'HTTP 503 failures on the first call',
    '4 failed (pre-existing)',
    'The baseline has 6 errors',
    'Fixed 3 failing tests',
    'Plan: make the 3 failed tests pass',
    'Reverted the change as a control: 4 failed, 35 passed',
    'Documented the 2 failure paths',
  ])('counts nothing in: %s', (text) => {
    verifies('R3');
    expect(errorsIn(text)).toEqual([]);
  });

  it('reads neither objectives nor next steps', () => {
    verifies('R3');
    const log = {
      session: { objective: '3 tests failed' },
      nextSteps: ['5 tests failed'],
      workLog: ['Looked around in the code'],
    };
    expect(eventsOf(log, 'error')).toEqual([]);
    const { events } = fromMarkdown(
      '# Log\n\n## Objective\n\n3 tests failed\n\n## Next Steps\n\n- 2 tests failed\n',
    ).content;
    expect(events.filter(({ type }) => type === 'error' || type === 'test')).toEqual([]);
  });

  it('takes the counts of fields, unless they were there before', () => {
    verifies('R3');
    expect(eventsOf({ workLog: [], checks: { testsFailed: 2 } }, 'error')).toHaveLength(1);
    expect(eventsOf({ workLog: [], checks: { testsFailed: 2, note: 'pre-existing on main' } }, 'error')).toEqual([]);
    expect(eventsOf({ workLog: [], checks: { testsFailed: 0 } }, 'error')).toEqual([]);
  });
});

describe('R4: a commit in prose', () => {
  const commits = (text: string, startingCommit = 'f00d000') =>
    eventsOf({ session: { startingCommit }, workLog: [{ action: text }] }, 'commit').map(({ commitSha }) => commitSha);

  it('has seven digits or more and a letter', () => {
    verifies('R4');
    expect(commits('Committed as 1a2b3c4d')).toEqual(['1a2b3c4d']);
    expect(commits('Committed ticket 12345678')).toEqual([]);
    expect(commits('Committed 1a2b3c')).toEqual([]);
  });

  it('is one commit in a short and a long spelling, and keeps the longer', () => {
    verifies('R4');
    expect(commits('Committed as 1a2b3c4d. Pushed commit 1a2b3c4d5e6f')).toEqual(['1a2b3c4d5e6f']);
  });

  it('is not the commit that the session began from', () => {
    verifies('R4');
    expect(commits('Committed on top: commit 1a2b3c4d5e', '1a2b3c4')).toEqual([]);
  });

  it('is not one that somebody only looked at', () => {
    verifies('R4');
    expect(commits('Reviewed commit 1a2b3c4d')).toEqual([]);
    expect(commits('Read the file at 1a2b3c4d')).toEqual([]);
  });
});

describe('R4: commits in Markdown', () => {
  verifies('R4');
  const commits = (text: string) =>
    fromMarkdown(`# Session 7\n\n**Starting Commit**: 0a0a0a0a\n\n${text}\n`)
      .content.events.filter(({ type }) => type === 'commit')
      .map(({ commitSha }) => commitSha);

  it.each([
    '## Session End (COMPLETE ALL before closing)\n\n### Commits This Session\n\n- `1a2b3c4d` - docs: complete session 7 log',
    '## Work Log\n\n### Sort\n\n**Commits**:\n\n- `1a2b3c4d` - fix: keep rows in order',
    '## Details\n\n**Commit**: 1a2b3c4d\n**Files**: 2',
    '## Details\n\n### Commits\n\n| SHA | Message |\n|---|---|\n| 1a2b3c4d | fix: keep rows |',
    '## Session End\n\n| Req | Step | Status | Evidence |\n|---|---|---|---|\n| MUST | Commit all changes | [x] | 1a2b3c4d |',
  ])('are those that it lists: %j', (text) => {
    expect(commits(text)).toEqual(['1a2b3c4d']);
  });

  it('need no letter where nothing but a commit can stand', () => {
    expect(commits('## Commits\n\n- `1872253` - perf: run in parallel')).toEqual(['1872253']);
    expect(
      commits('## Session End\n\n| Step | Status | Evidence |\n|---|---|---|\n| Commit SHA | [x] | 9804153 |'),
    ).toEqual(['9804153']);
  });

  it.each([
    '## Work Tracking\n\n### DONE Prior Sessions\n\n- Fixed both in commit 1a2b3c4d',
    '## Summary\n\n- Session 55 fixed both issues in commit 1a2b3c4d\n- Commit 1a2b3c4d fixed the paths',
    '## Review Comments\n\n- Committed in 1a2b3c4d by the owner',
    '## Timeline\n\n| Step | Found |\n|---|---|\n| Commit used | 1a2b3c4d (main branch, without the fix) |',
  ])('are none of other sessions: %j', (text) => {
    expect(commits(text)).toEqual([]);
  });
});

describe('R5: fields for commits', () => {
  it('win over the prose of the same entry, and need no letter', () => {
    verifies('R5');
    const log = { endingCommit: '12345678', workLog: [{ action: 'Committed 1a2b3c4d', commit: 'abcdef12' }] };
    expect(eventsOf(log, 'commit').map(({ commitSha }) => commitSha)).toEqual(['12345678', 'abcdef12']);
  });

  it('are read in any of their shapes', () => {
    const log = {
      workLog: [],
      commits: ['aaaaaaa1', { sha: 'bbbbbbb2', message: 'keep the order' }, { sha: 'pending' }],
    };
    expect(eventsOf(log, 'commit').map(({ content }) => content)).toEqual(['Commit aaaaaaa1', 'keep the order']);
  });
});

describe('R6: what was decided', () => {
  it('is in `chosen`; the context only if it says something else', () => {
    verifies('R6');
    const decisions = [
      { decision: 'Sort before writing', context: 'Sort before writing' },
      { decision: 'Keep one file', question: 'One file or many?', outcome: 'success' },
    ];
    expect(fromJson({ decisions }).content.decisions).toMatchObject([
      { chosen: 'Sort before writing', context: '', outcome: 'unknown', outcomeSource: 'defaulted' },
      { chosen: 'Keep one file', context: 'One file or many?', outcome: 'success', outcomeSource: 'reported' },
    ]);
  });
});

describe('R7: the same text', () => {
  it('gives the same answer, years later too', () => {
    verifies('R7');
    const log = ended(DONE, {
      ...WORK,
      decisions: ['Sort before writing them'],
      learnings: ['Order is part of the format'],
    });
    vi.useFakeTimers({ now: new Date('2026-03-05T08:00:00Z') });
    try {
      const read = () => [fromJson(log), extracted('undated.json', JSON.stringify(WORK))];
      const first = read();
      vi.setSystemTime(new Date('2031-07-01T20:30:00Z'));
      expect(read()).toEqual(first);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('R8: ids', () => {
  it('are contiguous in the order of the episode, which is that of times', () => {
    verifies('R8');
    const workLog = [
      { action: 'Second thing', timestamp: '2026-03-04T10:00:00Z' },
      { action: 'First thing', timestamp: '2026-03-04T09:00:00Z' },
    ];
    const { events } = fromJson({ workLog }).content;
    expect(events.map(({ id, content }) => [id, content])).toEqual([
      ['e001', 'First thing'],
      ['e002', 'Second thing'],
    ]);
  });
});

describe('R9: a day without a time', () => {
  const workLog = [
    { action: 'Later in the list', timestamp: '2026-03-04' },
    { action: 'Midnight stands for a day', timestamp: '2026-03-03T00:00:00Z' },
    { action: 'At no time', time: '10:30' },
  ];
  const { content } = fromJson({ session: { date: '2026-03-04' }, workLog });

  it('is a day, and an unknown time is none', () => {
    verifies('R9');
    expect(content).toMatchObject({ occurredAt: '2026-03-04T00:00:00.000Z', timeQuality: 'day' });
    expect(content.events.map(({ at, timeQuality }) => [at, timeQuality])).toEqual([
      ['2026-03-04T00:00:00.000Z', 'day'],
      ['2026-03-03T00:00:00.000Z', 'day'],
      [null, 'unknown'],
    ]);
  });

  it('of the log is none of what is in it', () => {
    const log = {
      date: '2026-03-14T09:30:00Z',
      decisions: ['Take the second'],
      workLog: [{ action: 'Sorted the rows' }],
    };
    const { content } = extracted('log.json', JSON.stringify(log));
    expect([...content.decisions, ...content.events].map(({ at, timeQuality }) => [at, timeQuality])).toEqual([
      [null, 'unknown'],
      [null, 'unknown'],
    ]);
    expect([content.occurredAt, content.timeQuality]).toEqual(['2026-03-14T09:30:00.000Z', 'exact']);
  });

  it('orders nothing', () => {
    verifies('R9');
    expect(content.links).toEqual([]);
  });
});

describe('R16: fixtures of tests', () => {
  it.each([
    JSON.stringify({ fixture: true, ...WORK }),
    JSON.stringify({ session: { objective: 'Test fixture for the reader' }, ...WORK }),
    '# Session 1\n\nThis log is a test fixture.\n\n## Work Log\n\n- Nothing happened\n',
  ])('are refused: %s', (text) => {
    verifies('R16');
    expect(extractLog({ name: 'a', text })).toEqual({ problem: 'The log says that it is a test fixture.' });
  });

  it('are not logs that tell of fixtures', () => {
    expect(
      extracted('a.json', JSON.stringify({ session: { objective: 'Repair the test fixtures' }, ...WORK })),
    ).toBeDefined();
  });
});

describe('R18: entries of any shape', () => {
  it('all become events, and keep what was not understood', () => {
    verifies('R18');
    const workLog = [
      'Looked at the code',
      { step: 1, action: 'Wrote a test', files: ['a.test.ts'], mood: 'good' },
      { phase: 'Repair', actions: ['Sorted the rows', 'Removed the copy'], outcome: 'Rows stay in order' },
      { entry: 'Asked the owner', time: '2026-03-04T09:00:00Z' },
      { task: 'Write the notes', status: 'pending' },
    ];
    const { events } = fromJson({ workLog }).content;
    expect(events.map(({ type, content, extra }) => ({ type, content, extra }))).toEqual([
      { type: 'milestone', content: 'Looked at the code', extra: {} },
      { type: 'milestone', content: 'Wrote a test', extra: { step: 1, files: ['a.test.ts'], mood: 'good' } },
      {
        type: 'milestone',
        content: 'Sorted the rows\nRemoved the copy\nRows stay in order',
        extra: { phase: 'Repair' },
      },
      { type: 'milestone', content: 'Asked the owner', extra: {} },
      { type: 'note', content: 'Write the notes', extra: { status: 'pending' } },
    ]);
    expect(events[1]?.origin).toEqual({ pointer: '/workLog/1', hash: '' });
  });

  it('keep at most 8 KB each', () => {
    const entry = {
      action: 'Copied',
      small: 1,
      large: 'x'.repeat(20_000),
      more: Object.fromEntries(Array.from({ length: 99 }, (_, n) => [n, 'y'.repeat(200)])),
    };
    const [event] = fromJson({ workLog: [entry] }).content.events;
    expect(JSON.stringify(event?.extra).length).toBeLessThan(9000);
    expect(event?.extra).toMatchObject({ small: 1 });
  });
});
