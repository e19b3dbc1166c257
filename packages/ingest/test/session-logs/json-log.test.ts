import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { extractLog } from '../../src/session-logs/index.ts';
import { extracted, fromJson } from './logs.ts';

const chosen = (log: unknown) => fromJson(log).content.decisions.map((decision) => decision.chosen);
const lessons = (log: unknown) => fromJson(log).content.lessons;

describe('decisions of a JSON log', () => {
  it('have their options, reasons, risks and confidence', () => {
    verifies('S1-56');
    const decision = {
      id: 'D4',
      timestamp: '2026-03-04T09:30:00Z',
      type: 'design',
      decision: 'Write rows through a queue',
      alternatives: ['Lock the file', { option: 'Two files', why: 'simple' }, 'None'],
      rationale: 'The order of rows is kept',
      risks: 'A full queue waits',
      confidence: '85%',
      impact: 'One more class',
    };
    expect(fromJson({ decisions: [decision] }).content.decisions).toEqual([
      {
        id: 'd001',
        type: 'design',
        context: '',
        options: ['Lock the file', 'option: Two files; why: simple'],
        chosen: 'Write rows through a queue',
        rationale: 'The order of rows is kept',
        risks: ['A full queue waits'],
        confidence: 0.85,
        outcome: 'unknown',
        outcomeSource: 'defaulted',
        at: '2026-03-04T09:30:00.000Z',
        timeQuality: 'exact',
        origin: { pointer: '/decisions/0', hash: '' },
        extra: { id: 'D4', impact: 'One more class' },
      },
    ]);
  });

  it('are found wherever a key says so, once', () => {
    const log = {
      decisions: { technical: [{ decision: 'Use a queue for rows' }], process: ['Ask the owner first'] },
      outcomes: { decisionsMade: [{ decision_made: 'Keep the old format' }], decisions: ['Use a queue for rows'] },
      sessions: [{ technical_decisions: [{ summary: 'Test with real files' }] }],
      workLog: [{ action: 'Chose', decision: 'Sort before writing', decisions: ['Leave the reader alone'] }],
      review: { decision: 'accepted' },
    };
    expect(chosen(log)).toEqual([
      'Use a queue for rows',
      'Ask the owner first',
      'Keep the old format',
      'Test with real files',
      'Sort before writing',
      'Leave the reader alone',
    ]);
  });

  it('have no type, outcome or confidence that nobody stated', () => {
    const decisions = [
      { decision: 'Design a test for recovery', type: 'tooling', confidence: 'HIGH', outcome: 'Rows stay' },
    ];
    expect(fromJson({ decisions }).content.decisions).toMatchObject([
      {
        type: null,
        confidence: null,
        outcome: 'unknown',
        extra: { type: 'tooling', confidence: 'HIGH', outcome: 'Rows stay' },
      },
    ]);
  });

  it('are not what a template holds', () => {
    expect(
      chosen({ decisions: ['None', 'N/A', { decision: 'TBD' }, '"decision": "cut off', 'No decisions required'] }),
    ).toEqual([]);
  });
});

describe('lessons of a JSON log', () => {
  it('are found in every variant', () => {
    const log = {
      learnings: {
        patterns: [{ pattern: 'Sort before writing', context: 'Exports', application: 'Sort in one place' }],
        avoidances: [
          { antipattern: 'Two writers on one file', consequence: 'Rows get mixed', correction: 'Use a queue' },
        ],
      },
      outcomes: { lessonsLearned: ['Order is part of the format'] },
      key_learnings: [{ topic: 'Queues', description: 'A full one must wait' }],
      retrospective: 'It went well.\n\nLearnings:\n- Read the old tests first\n- Measure before tuning\n\nThat is all',
      workLog: [{ action: 'Measured', learning: 'The disk is the slow part' }],
    };
    expect(lessons(log)).toEqual([
      'Sort before writing. Sort in one place',
      'Avoid: Two writers on one file. Rows get mixed. Use a queue',
      'Order is part of the format',
      'Queues: A full one must wait',
      'Read the old tests first',
      'Measure before tuning',
      'The disk is the slow part',
    ]);
  });

  it('come once, without placeholders and pieces of JSON', () => {
    const learnings = [
      'Read the tests first',
      'read the  tests FIRST.',
      'None',
      'N/A',
      'TBD',
      '{"pattern": "x y z"}',
      '"pattern": "cut',
      true,
    ];
    expect(lessons({ learnings })).toEqual(['Read the tests first']);
  });

  it('are at most 500, cut where they are too long', () => {
    const learnings = Array.from({ length: 600 }, (_, n) => `Lesson of this day number ${n}`);
    expect(lessons({ learnings })).toHaveLength(500);
    const [long = ''] = lessons({ learnings: [`Keep ${'ä'.repeat(100_000)}`] });
    expect(long.endsWith('…')).toBe(true);
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(65_536);
  });
});

describe('what happened, in a JSON log', () => {
  it('has tests with their counts, artifacts and hand-overs', () => {
    const log = {
      workLog: [{ action: 'Ran the suite', result: '303 passed, 1 skipped', timestamp: '2026-03-04T09:00:00Z' }],
      deliverables: [{ path: 'docs/export.md', description: 'How rows are kept in order', type: 'docs' }],
      prUrl: 'https://example.org/pull/5',
      agent_handoffs: [{ from: 'planner', to: 'tester' }],
    };
    const { events, metrics } = fromJson(log).content;
    expect(events.map(({ type, content }) => [type, content])).toEqual([
      ['milestone', 'Ran the suite\n303 passed, 1 skipped'],
      ['test', '303 passed, 1 skipped'],
      ['artifact', 'docs/export.md\nHow rows are kept in order'],
      ['artifact', 'https://example.org/pull/5'],
      ['handoff', 'from: planner; to: tester'],
    ]);
    expect(metrics).toEqual({ tests_passed: 303, tests_skipped: 1 });
    expect(events[1]).toMatchObject({ at: '2026-03-04T09:00:00.000Z', extra: { passed: 303, skipped: 1 } });
  });

  it('has what the log says of the session', () => {
    const session = { number: 7, date: '2026-03-04', branch: '`fix/order`', objective: 'Keep rows in order' };
    const times = { startedAt: '2026-03-04T10:00:00+02:00', endedAt: '2026-03-04T09:30:00Z' };
    const answer = fromJson({ session: { ...session, ...times }, workLog: [] });
    expect(answer.session).toEqual({
      nativeId: '2026-03-04-session-7',
      goal: 'Keep rows in order',
      branch: 'fix/order',
      startedAt: '2026-03-04T08:00:00.000Z',
      endedAt: '2026-03-04T09:30:00.000Z',
    });
    expect(answer.content).toMatchObject({
      task: 'Keep rows in order',
      occurredAt: '2026-03-04T08:00:00.000Z',
      timeQuality: 'exact',
      metrics: { duration_minutes: 90 },
      extra: { system: 'session-log', format: 'json', logNumber: 7 },
    });
  });

  it('may be several sessions in one file', () => {
    const log = [
      { session: { objective: 'Keep rows in order' }, workLog: ['Sorted the rows'] },
      {
        workLog: ['Told everybody'],
        protocolCompliance: { sessionEnd: { changesCommitted: { Complete: true, Evidence: 'Commit 1a2b3c4d' } } },
      },
    ];
    const { content } = fromJson(log);
    expect(content).toMatchObject({ task: 'Keep rows in order', outcome: 'success' });
    expect(content.events.map(({ origin }) => origin?.pointer)).toEqual([
      '/0/workLog/0',
      '/1/workLog/0',
      '/1/protocolCompliance/sessionEnd/changesCommitted',
    ]);
  });

  it('is told by the text, not by the name', () => {
    expect(extracted('log.md', '{"workLog":["Sorted the rows"]}').content.extra).toMatchObject({ format: 'json' });
    expect(extracted('log.json', '# Session log\n\n- Sorted the rows').content.extra).toMatchObject({
      format: 'markdown',
    });
    expect(extracted('log.md', '[draft]\n\n# Session log').content.extra).toMatchObject({ format: 'markdown' });
  });

  it('is none for a text that has nothing of one, whatever its headings', () => {
    const readme = '# Useful tool\n\n## Install\n\n1. Run it\n\n## Licence\n\nMIT';
    expect(extractLog({ name: 'README.md', text: readme })).toHaveProperty('problem');
    expect(extractLog({ name: '2026-01-02-notes.md', text: readme })).toHaveProperty('session.nativeId');
  });

  it.each(['{"name":"a package","version":"1.0.0"}', '{"workLog":[', '[1,2,3]', '', '  \n '])(
    'is none in %s',
    (text) => {
      expect(extractLog({ name: 'a.json', text })).toEqual({ problem: expect.any(String) });
    },
  );
});

describe('what a JSON log found out and leaves to do', () => {
  it('is told by the members for it, each as what it is', () => {
    const { events } = fromJson({
      session: { objective: 'Make the exporter keep its order' },
      nextSteps: ['Ask the owner', { action: 'Write the queue', owner: 'qa' }, 'none'],
      investigation: { rootCause: 'Two writers append to one file', findings: ['Rows are mixed above 4 KB'] },
      blockers: 'The owner of the format is away',
    }).content;
    expect(events.map(({ type, content, origin }) => [type, content, origin?.pointer])).toEqual([
      ['next_step', 'Ask the owner', '/nextSteps/0'],
      ['next_step', 'action: Write the queue; owner: qa', '/nextSteps/1'],
      ['root_cause', 'Two writers append to one file', '/investigation/rootCause'],
      ['finding', 'Rows are mixed above 4 KB', '/investigation/findings/0'],
      ['blocker', 'The owner of the format is away', '/blockers'],
    ]);
  });
});
