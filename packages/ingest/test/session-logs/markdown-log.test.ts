import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { fromMarkdown } from './logs.ts';

const LOG = `# Session 7: Keep rows in order

**Date**: 2026-03-04
**Branch**: \`fix/order\`
**Starting Commit**: f00d0001

## Objective

Keep the rows of an export in order.

## Work Log

### Sort the rows

**Status**: Complete

- [x] Wrote a test that fails
- [x] Sorted before writing
- [ ] Ask the owner

### Write the notes

**Status**: Pending

## Decisions

1. **One writer**: a queue keeps the order
   - **Rationale**: two writers mix rows
   - **Alternatives**: a lock
2. Keep the old format

## Test Results

- 41 passed, 2 skipped

\`\`\`text
9 failed
\`\`\`

## Lessons Learned

1. **Order is part of the format** - say so in the documents
2. None

## Commits This Session

- \`1a2b3c4d\` - fix: keep rows in order

## Next Steps

- 5 tests failed elsewhere

## Session End

| Req | Step | Status | Evidence |
|-----|------|--------|----------|
| MUST | Update the handoff | [ ] | |
| MUST | Commit all changes | [x] | Commit SHA: 1a2b3c4d5e |
| SHOULD | Verify clean git status | [ ] | |
`;

describe('a log in Markdown', () => {
  const { session, content } = fromMarkdown(LOG);

  it('says what the session was', () => {
    expect(session).toEqual({
      nativeId: '2026-03-04-session-7',
      goal: 'Keep the rows of an export in order.',
      branch: 'fix/order',
      startedAt: null,
      endedAt: null,
    });
    expect(content).toMatchObject({ task: session.goal, occurredAt: '2026-03-04T00:00:00.000Z', timeQuality: 'day' });
  });

  it('gives what happened, with the line of each', () => {
    expect(content.events.map(({ type, content: text, origin }) => [type, text, origin?.pointer])).toEqual([
      ['milestone', 'Sort the rows\n- Wrote a test that fails\n- Sorted before writing', 'line 13'],
      ['test', '41 passed, 2 skipped', 'line 34'],
      ['commit', '`1a2b3c4d` - fix: keep rows in order', 'line 47'],
      ['next_step', '5 tests failed elsewhere', 'line 51'],
    ]);
    expect(content.events[2]?.commitSha).toBe('1a2b3c4d5e');
    expect(content.metrics).toEqual({ tests_passed: 41, tests_skipped: 2 });
  });

  it('gives decisions and lessons', () => {
    verifies('S1-58');
    expect(content.decisions).toMatchObject([
      { chosen: 'One writer: a queue keeps the order', rationale: 'two writers mix rows', options: ['a lock'] },
      { chosen: 'Keep the old format', rationale: null, outcome: 'unknown' },
    ]);
    expect(content.lessons).toEqual(['Order is part of the format - say so in the documents']);
  });

  it('ended as its gates say, unless a part of it is said to be open', () => {
    verifies('S1-56');
    expect(content).toMatchObject({ outcome: 'partial', outcomeSource: 'reported', outcomeNative: 'Pending' });
    const done = LOG.replace('**Status**: Pending', '**Status**: Complete').replace('- [ ] Ask the owner\n', '');
    expect(fromMarkdown(done).content).toMatchObject({ outcome: 'success', outcomeSource: 'measured' });
    const open = done.replace('| [x] | Commit SHA: 1a2b3c4d5e |', '| [ ] | Waits for the owner |');
    expect(fromMarkdown(open).content).toMatchObject({ outcome: 'partial', outcomeSource: 'measured' });
  });
});

describe('work in Markdown', () => {
  const work = (text: string) =>
    fromMarkdown(`# Log\n\n${text}\n`).content.events.map(({ type, content }) => `${type}: ${content}`);

  it('is what a log lists as done', () => {
    expect(work('## Outcomes\n\n1. Rows stay in order\n2. TBD\n')).toEqual(['milestone: Rows stay in order']);
    expect(work('## Phase 2: Rollout\n\n- [x] Asked the owner\n- [ ] Told everybody\n')).toEqual([
      'milestone: Asked the owner',
      'note: Phase 2: Rollout\n- [ ] Told everybody',
    ]);
    const table =
      '## Progress\n\n| Step | Status |\n|---|---|\n| Sort | Completed |\n| Tell | Pending |\n| Tune | Blocked |\n';
    expect(work(table)).toEqual([
      'milestone: Sort | Completed',
      'note: Tune | Blocked',
      'note: Progress\nTell | Pending',
    ]);
  });

  it('is not what stands in checklists, plans and empty sections', () => {
    expect(work('## Session Start Checklist\n\n- [x] Read the handoff\n')).toEqual([]);
    expect(work('## Work Log\n\n### Next Steps\n\n- Tell everybody\n\n### [Task]\n\n- [What was done]\n')).toEqual([
      'next_step: Tell everybody',
    ]);
    expect(work('## Work Log\n\n### A title\n\nWith a sentence.\n')).toEqual(['note: A title\nWith a sentence.']);
  });

  it('names what was made and handed over', () => {
    expect(
      work('## Artifacts Created\n\n- `docs/export.md` - how rows are kept\n\n## Handoff\n\nThe tester goes on.\n'),
    ).toEqual(['artifact: `docs/export.md` - how rows are kept', 'handoff: The tester goes on.']);
  });
});

describe('decisions in Markdown', () => {
  const decisions = (text: string) => fromMarkdown(`# Log\n\n${text}\n`).content.decisions;

  it('stand in tables; a choice of its own column makes the decision the question', () => {
    const table = (head: string, row: string) => `## Key Decisions\n\n| ${head} |\n|---|---|---|\n| ${row} |`;
    expect(decisions(table('Decision | Rationale | Risk', 'One writer | Keeps order | It waits'))).toMatchObject([
      { chosen: 'One writer', context: '', rationale: 'Keeps order', risks: ['It waits'] },
    ]);
    expect(decisions(table('Decision | Choice | Rationale', 'How to write | One writer | Keeps order'))).toMatchObject([
      { chosen: 'One writer', context: 'How to write' },
    ]);
    expect(decisions(table('Priority | Action | Impact', 'P0 | Sort rows | Large'))).toEqual([]);
  });

  it('stand in sections of their own', () => {
    const text = `## Decisions

### Decision 1: How to write

**Question**: One writer or two?

**Options:**
1. One writer
2. Two writers

**Decision**: One writer

**Rationale**: It keeps the order.

### Decision 2: Keep the old format
`;
    expect(decisions(text)).toMatchObject([
      {
        chosen: 'One writer',
        context: 'One writer or two?\nHow to write',
        options: ['One writer', 'Two writers'],
        rationale: 'It keeps the order.',
      },
      { chosen: 'Keep the old format', context: '' },
    ]);
  });

  it('are one paragraph under "Decision", with what it leads to', () => {
    expect(decisions('## Decision\n\n**One writer** it is.\n\n### Rationale\n\n- It keeps the order\n')).toMatchObject([
      { chosen: 'One writer it is.', rationale: 'It keeps the order' },
    ]);
    expect(decisions('## Decision\n\nOne writer, because:\n\n1. It is simple\n2. It is enough\n')).toMatchObject([
      { chosen: 'One writer, because', rationale: 'It is simple\nIt is enough' },
    ]);
    expect(decisions('## Decision\n\n- [x] One writer\n- [ ] Two writers\n')).toMatchObject([
      { chosen: 'One writer', options: ['One writer', 'Two writers'] },
    ]);
  });

  it('are told behind a label in any section, with the reasons of each', () => {
    const text = `## Work Log

### Sort the rows

**Decisions made**:

- **One writer over two writers**: two writers mix rows
- Keep the old format (readers in the field know no other)
- Use a queue - it keeps the order
- Flush at the end
- Rationale: a crash loses nothing that was promised

**Files changed**:

- \`src/export.ts\` - sorts

## Notes

**Decision**: Ship it behind a switch

**Rationale**: Nobody has measured it yet

**Alternatives**: Ship it at once

We decided to drop the cache because it was never read.
`;
    expect(decisions(text)).toMatchObject([
      {
        chosen: 'One writer over two writers',
        rationale: 'two writers mix rows',
        options: ['One writer', 'two writers'],
      },
      {
        chosen: 'Keep the old format (readers in the field know no other)',
        rationale: 'readers in the field know no other',
      },
      { chosen: 'Use a queue', rationale: 'it keeps the order' },
      { chosen: 'Flush at the end', rationale: 'a crash loses nothing that was promised' },
      { chosen: 'Ship it behind a switch', rationale: 'Nobody has measured it yet', options: ['Ship it at once'] },
      { chosen: 'We decided to drop the cache because it was never read.', rationale: 'because it was never read.' },
    ]);
  });

  it('are the sentence that says so in a section without a label for it', () => {
    const text = `## Decisions

### Artifact names

Chose to put the folder in front of the name:

\`\`\`ts
const name = \`\${folder}-\${base}\`;
\`\`\`

**Rationale:**
- Names stay readable

**Alternatives considered:**
- A hash of the path
`;
    expect(decisions(text)).toMatchObject([
      {
        chosen: 'Chose to put the folder in front of the name',
        context: 'Artifact names',
        rationale: 'Names stay readable',
        options: ['A hash of the path'],
      },
    ]);
  });

  it('are none the less decisions where the title of the work has a word for something else', () => {
    const text =
      '## Work Log\n\n### Task 1: Replace make-skills.ps1 by the options.py\n\n**Decisions made**:\n\n- Keep it unmodified';
    expect(decisions(text)).toMatchObject([{ chosen: 'Keep it unmodified' }]);
  });

  it('are a verdict of which the reason is given', () => {
    expect(decisions('## Verdict\n\n**Keep the old format**\n\n**Rationale**:\n\n1. Readers know it')).toMatchObject([
      { chosen: 'Keep the old format', rationale: 'Readers know it' },
    ]);
    expect(decisions('## Decision\n\n**VERDICT**: No action needed\n\n**Rationale**: It works')).toMatchObject([
      { chosen: 'VERDICT: No action needed', rationale: 'It works' },
    ]);
    expect(decisions('## Verdict\n\nAPPROVED')).toEqual([]);
  });

  it.each([
    '## Next Steps\n\n**Decision**: to be made by the owner',
    '## Options\n\n- Decided to be the cheapest',
    '## Work Log\n\n**Decision needed**:\n\n- One writer or two',
  ])('are none where they are still to be made: %s', (text) => {
    expect(decisions(text)).toEqual([]);
  });

  it.each([
    '## Decision Tree\n\n- Sort first',
    '## Decisions\n\nNone required.',
    '## Decision Needed\n\n- Which one is it',
    '## Decisions\n\n*To be documented during session*',
  ])('are none in: %s', (text) => {
    expect(decisions(text)).toEqual([]);
  });
});

describe('lessons in Markdown', () => {
  const lessons = (text: string) => fromMarkdown(`# Log\n\n${text}\n`).content.lessons;

  it('stand in lists, sections and quotes under a heading for them', () => {
    expect(
      lessons('## Key Learnings\n\n> Order is part of the format.\n\n- Read the tests first\n  - also the old ones\n'),
    ).toEqual(['Order is part of the format.', 'Read the tests first\n- also the old ones']);
    expect(
      lessons(
        '## Lessons Learned\n\n### Lesson 1: Queues wait\n\n**Pattern**: A full queue must wait\n**Evidence**: run 5\n',
      ),
    ).toEqual(['Queues wait: A full queue must wait']);
    expect(lessons('## Learnings\n\n### L1: Read first\n\nOld tests say what was meant.\n')).toEqual([
      'Read first: Old tests say what was meant.',
    ]);
  });

  it.each([
    '## Session 5: Extract learnings from a file\n\n- Read the file',
    '## Learnings\n\nNo new skills discovered - all was known',
    '## Learnings\n\nN/A',
  ])('are none in: %s', (text) => {
    expect(lessons(text)).toEqual([]);
  });
});

describe('outcomes in Markdown', () => {
  const outcomeOf = (text: string) => {
    const { outcome, outcomeSource } = fromMarkdown(`# Log\n\n${text}\n`).content;
    return `${outcome} ${outcomeSource}`;
  };
  const end = '## Session End Checklist\n\n- [x] All changes committed (commit 1a2b3c4d)\n';

  it('come from lists to tick', () => {
    expect(outcomeOf(`## Work Log\n\n- Sorted the rows\n\n${end}`)).toBe('success measured');
    expect(outcomeOf(`## Work Log\n\n- Sorted the rows\n\n${end.replace('[x]', '[ ]')}`)).toBe('partial measured');
    expect(outcomeOf('## Session End\n\n- [ ] Commit all changes\n- [ ] Tests pass\n')).toBe('unknown defaulted');
  });

  it('count a step that is listed twice as it is at the end', () => {
    const start =
      '## Session Protocol\n\n- [ ] Changes committed\n- [ ] Commit session log\n\n## Work Log\n\n- Sorted the rows\n\n';
    expect(outcomeOf(`${start}## Session End\n\n- [x] Changes committed: 1a2b3c4d\n`)).toBe('success measured');
    expect(outcomeOf(start)).toBe('partial measured');
  });

  it('come from a field', () => {
    expect(outcomeOf('## Outcome\n\n**Status**: [COMPLETE] nothing is left to do for anybody\n')).toBe(
      'success reported',
    );
    expect(outcomeOf('**Status**: In Progress\n\n## Notes\n\nSorted rows\n')).toBe('partial reported');
    expect(outcomeOf(`**Status**: Failed\n\n## Notes\n\nSorted rows\n\n${end}`)).toBe('failure reported');
    expect(outcomeOf('## Work Log\n\n### One thing\n\n**Status**: Complete\n')).toBe('unknown defaulted');
  });
});
