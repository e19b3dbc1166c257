import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sourceItems } from '../check/extraction/source-items.ts';
import { CHECKOUT } from '../gate.ts';

/** Kind, pointer and texts of each item in a log, one line each. */
function found(log: unknown): string[] {
  return sourceItems(log).map(({ kind, pointer, texts }) => `${kind} ${pointer} ${texts.join(' | ')}`);
}

describe('decisions', () => {
  it('takes objects and texts of every list, in the order of the log', () => {
    const log = {
      decisions: [{ decision: 'Use a queue', rationale: 'It is slow', alternatives: ['a lock'] }, 'Keep the cache'],
      outcomes: {
        decisions: [{ rationale: 'Fewer files', decision: 'Split the parser' }],
        decisionsMade: [{ decision: 'Drop the flag' }],
        episode: { decisions: [{ decision: 'Write twice' }] },
      },
      technicalDecisions: [{ decision: 'Read ahead' }],
      work: { decisions: ['Stop at ten'] },
      workLog: [{ action: 'x', decisions: ['Rename it', 'Sort it'] }, { decision: 'Test it alone' }],
    };
    expect(found(log)).toEqual([
      'decision /decisions/0 Use a queue',
      'decision /decisions/1 Keep the cache',
      'decision /outcomes/decisions/0 Split the parser',
      'decision /outcomes/decisionsMade/0 Drop the flag',
      'decision /outcomes/episode/decisions/0 Write twice',
      'decision /technicalDecisions/0 Read ahead',
      'decision /work/decisions/0 Stop at ten',
      'decision /workLog/0/decisions/0 Rename it',
      'decision /workLog/0/decisions/1 Sort it',
      'decision /workLog/1/decision Test it alone',
    ]);
  });

  it('takes lists per topic, one object in place of a list, and a single decision', () => {
    const topics = { technical: [{ id: 'D1', decision: 'Wait' }], process: ['Ask first'], naming: 'Short names' };
    expect(found({ decisions: topics })).toEqual([
      'decision /decisions/technical/0 Wait',
      'decision /decisions/process/0 Ask first',
      'decision /decisions/naming Short names',
    ]);
    expect(found({ decisions: { decision: 'Wait', rationale: 'No lock' } })).toEqual(['decision /decisions Wait']);
    expect(found({ decision: { rationale: 'No lock', summary: 'Wait' } })).toEqual(['decision /decision Wait']);
    expect(found({ work_log: [{ decision: 'Wait' }] })).toEqual(['decision /work_log/0/decision Wait']);
  });

  it('leaves out verdicts of reviews', () => {
    expect(found({ adrReview: { decision: 'None needed here' }, pr: { reviewDecision: 'APPROVED' } })).toEqual([]);
  });
});

describe('learnings', () => {
  it('takes lists, lists per topic, and single texts', () => {
    expect(
      found({ learnings: ['Mocks lie', { topic: 'locks', description: 'Locks wait', evidence: 'a log' }] }),
    ).toEqual(['learning /learnings/0 Mocks lie', 'learning /learnings/1 Locks wait']);
    const patterns = [{ pattern: 'Measure first', context: 'slow test', application: 'always' }];
    const avoidances = [{ antipattern: 'Guessing', consequence: 'Lost hours', correction: 'Measure' }];
    expect(found({ learnings: { patterns, avoidances, primary: 'Look twice', secondary: ['Ask'] } })).toEqual([
      'learning /learnings/patterns/0 Measure first',
      'learning /learnings/avoidances/0 Guessing',
      'learning /learnings/primary Look twice',
      'learning /learnings/secondary/0 Ask',
    ]);
  });

  it('takes the other names, in any spelling', () => {
    const log = {
      retrospective: { 'learnings captured': ['One'], key_learnings: ['Two'], lessonsLearned: 'Three' },
      knowledge_captured: { lessons_learned: [{ impact: 'High cost', lesson: 'Four' }] },
      outcomes: { challenges: [{ challenge: 'x', learnings: 'Five' }], episode: { lessons: ['Six'] } },
      workLog: [{ step: 'x', learning: 'Seven' }],
      protocolCompliance: { retrospective: { key_learning: 'Eight' } },
    };
    expect(sourceItems(log).map(({ kind, texts }) => `${kind} ${texts.join()}`)).toEqual(
      ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'].map((text) => `learning ${text}`),
    );
  });

  it('leaves out checklists and ticks', () => {
    const row = { level: 'MUST', Complete: true, Evidence: 'Written to a file' };
    const log = {
      protocolCompliance: { sessionEnd: { learningsCaptured: row }, learnings_captured: ['Written to a file'] },
      retrospective: { learnings_captured: true, learningsCaptured: 'see the file' },
      learnings: [row],
      notes: { learnings: row },
    };
    expect(found(log)).toEqual([]);
  });
});

describe('an item', () => {
  it('is recognised by all it states, the statement first, and by its reasons only without one', () => {
    const decisions = [
      { title: 'Storage', chosen_approach: 'One file', rationale: 'Simple', decision: 'Store it' },
      { id: 'D2', type: 'tooling', rationale: 'Simple enough' },
      { decision: { summary: 'Nested' } },
    ];
    expect(sourceItems({ decisions }).map(({ texts }) => texts)).toEqual([
      ['Store it', 'One file', 'Storage'],
      ['Simple enough'],
      ['Nested'],
    ]);
  });

  it('counts once per kind, whatever its case, spaces and punctuation', () => {
    const log = {
      decisions: ['Keep it small.', { decision: 'keep  it\nsmall', rationale: 'Again' }],
      outcomes: { decisions: [{ decision: 'Keep it small' }] },
      learnings: ['Keep it small', 'Keep it — small!'],
    };
    expect(found(log)).toEqual(['decision /decisions/0 Keep it small.', 'learning /learnings/0 Keep it small']);
  });

  it('needs a text that says something', () => {
    const decisions = ['', '  ', 'None', '(none yet)', 'N/A', 'TBD', '-', '—', 7, true, null, {}, [], { id: 'D1' }];
    expect(found({ decisions: [...decisions, { decision: 'N/A' }], learnings: 'None.', lessons: null })).toEqual([]);
    expect(found({ decisions: ['No change to the list', 'Непусто'] })).toHaveLength(2);
    expect(found({ decisions: [{ decision: 'TBD', summary: 'Wait' }] })).toEqual(['decision /decisions/0 Wait']);
  });

  it('has a JSON pointer that escapes', () => {
    expect(found({ 'a/b~c': { decisions: ['x'] } })).toEqual(['decision /a~1b~0c/decisions/0 x']);
  });
});

describe('hostile input', () => {
  it('is no log', () => {
    for (const log of [null, undefined, 1, true, 'decisions', [], [null], {}, { decisions: null, learnings: 3 }]) {
      expect(sourceItems(log)).toEqual([]);
    }
    expect(found(JSON.parse('{"__proto__": {"decisions": ["x"]}}'))).toEqual(['decision /__proto__/decisions/0 x']);
  });

  it('may be nested deeply, outside and inside an item', () => {
    const depth = 20_000;
    let log: unknown = { decisions: ['x'] };
    for (let n = 0; n < depth; n++) log = n % 2 ? [log] : { a: log };
    expect(sourceItems(log)).toHaveLength(1);
    expect(sourceItems({ learnings: [log] })).toEqual([{ kind: 'learning', pointer: '/learnings/0', texts: ['x'] }]);
  });
});

describe('the command', () => {
  const COMMAND = join(CHECKOUT, 'scripts/check/extraction/count.ts');

  it('counts a folder', () => {
    const folder = tempFolder();
    onTestFinished(folder.remove);
    writeFileSync(join(folder.path, 'a.json'), '\uFEFF{"decisions": ["x", "y"], "learnings": ["z"]}');
    writeFileSync(join(folder.path, 'b.json'), '{"decisions": ["x"]}');
    writeFileSync(join(folder.path, 'c.json'), '{"decisions"');
    const { stdout, status } = spawnSync(process.execPath, [COMMAND, folder.path], { encoding: 'utf8' });
    expect(stdout.split('\n').map((line) => line.trim())).toEqual([
      ...['3 files, 1 of them no JSON', 'Items per kind', '3  decision', '1  learning'],
      ...['Files with any', '2  decision', '2  either', '1  learning'],
      ...['Items per variant', '3  decision  /decisions/*', '1  learning  /learnings/*', ''],
    ]);
    expect(status).toBe(0);
  });

  it('says how to use it without a folder', () => {
    const { stderr, status } = spawnSync(process.execPath, [COMMAND], { encoding: 'utf8' });
    expect({ stderr, status }).toEqual({
      stderr: 'Usage: node scripts/check/extraction/count.ts FOLDER\n',
      status: 2,
    });
  });
});
