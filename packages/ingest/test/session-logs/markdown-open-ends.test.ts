import { describe, expect, it } from 'vitest';
import { fromMarkdown } from './logs.ts';

describe('what a log in Markdown says is not done', () => {
  const TICKED = '## Session End Checklist\n\n- [x] All changes committed (commit 1a2b3c4d)\n';
  const outcomeOf = (text: string) => fromMarkdown(`# Log\n\n${text}\n\n${TICKED}`).content.outcome;
  const work = '## Work Log\n\n- Sorted the rows\n';

  it('is a success when nothing is open', () => {
    expect(outcomeOf(work)).toBe('success');
  });

  it.each([
    ['a status at its head', `**Status**: In Progress\n\n${work}`],
    ['a status of its only part', '## Work Log\n\n### Sort the rows\n\n**Status**: 🟡 IN_PROGRESS\n\n- Looked at them'],
    [
      'a part with nothing but a status',
      '## Work Log\n\n**Rows**: COMPLETE\n- sorted\n\n**Columns**: IN PROGRESS\n- looked',
    ],
    ['a session that another took over', `**Status**: SUPERSEDED - went on in session 9\n\n${work}`],
    ['what blocks it', `${work}\n## Outcome\n\nThe rows are sorted. The merge is blocked on a conflict with main.`],
    ['what it waits for', `${work}\n## Conclusion\n\nNothing can be released until the other request is merged.`],
    [
      'a part that nobody wrote',
      '## Findings\n\n### Finding 1: Rows\n\nUnsorted.\n\n### Finding 2: [To be filled during research]',
    ],
    [
      'a status of the session below its next steps',
      `**Status**: COMPLETE\n\n${work}\n## Next Steps\n\n1. Tell everybody\n\n---\n\n**Session Status**: [IN_PROGRESS] - waiting for Ann`,
    ],
    ['a status in words of its own', `${work}\n## Afterwards\n\n**Overall Status**: [PARTIALLY_SORTED] - half of it`],
    [
      'a row of its outcome that is blocked',
      `${work}\n## Outcomes\n\n| Request | State before | State after |\n|---|---|---|\n| 4 | Open | MERGED |\n| 5 | Open | Blocked (needs Ann) |`,
    ],
    [
      'a row of its actions that is pending',
      '**Status**: COMPLETE\n\n## Actions Taken\n\n### Merges\n\n| Request | Result |\n|---|---|\n| 4 | ✅ Merged |\n| 5 | ⏳ Pending (needs Ann) |',
    ],
    [
      'a box of its criteria of completion, in whatever phase',
      `${work}\n#### Phase 8.5: Completion Criteria\n\n| Criterion | Check | Status |\n|---|---|---|\n| Rows sorted | looked | [x] |\n| CI checks pass | running | [ ] |`,
    ],
    ['boxes that are open in a list of its own', '## Rollout\n\n- [x] Asked the owner\n- [ ] Told everybody'],
    [
      'failures of which only some were there before',
      `${work}\n## Test Results\n\n- 21 passed, 8 failed (2 pre-existing)`,
    ],
    ['the last count of its tests', `${work}\n## Test Results\n\n- 21 passed, 1 failed`],
  ])('is partial by %s, whatever the template has ticked', (_, text) => {
    expect(outcomeOf(text)).toBe('partial');
  });

  it.each(['Commit SHA: pending', 'Pending validation', 'Everything is staged for commit'])(
    'is partial by a tick beside the word that it is to come: %s',
    (evidence) => {
      const end = `## Session End\n\n| Req | Step | Status | Evidence |\n|---|---|---|---|\n| MUST | Commit all changes | [x] | ${evidence} |`;
      expect(fromMarkdown(`# Log\n\n${work}\n${end}\n`).content.outcome).toBe('partial');
    },
  );

  it.each([
    `${work}\n## Outcome\n\n**Status**: FAILED - the rows are still mixed`,
    `${work}\n## Outcome\n\nAborted: the disk was full.`,
    '## Work Log\n\n### Sort the rows\n\n**Status**: ABANDONED - the session was interrupted',
    `${work}\n## Session End\n\n> This session was abandoned before it was done.`,
  ])('is a failure where the log says so: %j', (text) => {
    expect(outcomeOf(text)).toBe('failure');
  });

  it.each([
    ['it says so at its end', `**Status**: In Progress\n\n${work}\n## Session End\n\n**Status**: ✅ COMPLETE`],
    [
      'all boxes of its own are ticked',
      `**Status**: In Progress\n\n## Progress\n\n- [x] Sorted\n- [x] Tested\n- [x] Told everybody`,
    ],
    ['all failures were there before', `${work}\n## Test Results\n\n- 21 passed, 2 failed (2 pre-existing)`],
    [
      'a later status of the session says so',
      `${work}\n## Next Steps\n\n**Session Status**: in progress\n\n## Afterwards\n\n**Session Status**: COMPLETE`,
    ],
    [
      'only the state before was blocked',
      `${work}\n## Outcomes\n\n| Request | State before | State after |\n|---|---|---|\n| 5 | Blocked | MERGED |`,
    ],
    ['nothing blocks it', `${work}\n## Outcome\n\nDone. There are no blockers, and the warnings are non-blocking.`],
  ])('is done where %s', (_, text) => {
    expect(outcomeOf(text)).toBe('success');
  });
});
