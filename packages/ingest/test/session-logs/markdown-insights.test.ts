import { describe, expect, it } from 'vitest';
import { fromMarkdown } from './logs.ts';

const told = (text: string) =>
  fromMarkdown(`# Session 7\n\n${text}\n`)
    .content.events.filter(({ type }) => ['root_cause', 'finding', 'blocker', 'next_step'].includes(type))
    .map(({ type, content }) => `${type}: ${content}`);
const errors = (text: string) =>
  fromMarkdown(`# Session 7\n\n${text}\n`).content.events.filter(({ type }) => type === 'error');

describe('what a log found out', () => {
  it('is what stands under headings for it', () => {
    expect(
      told(`## Root Cause

Two writers append to one file. Neither waits for the other.

## Key Findings

1. Rows are mixed above 4 KB
2. The index is written last

### Readers are fine

- They sort again

## Blockers

- The owner of the format is away

## Next Steps

1. Ask the owner
   - by mail
2. [ ] Write the queue
3. None
`),
    ).toEqual([
      'root_cause: Two writers append to one file. Neither waits for the other.',
      'finding: Rows are mixed above 4 KB',
      'finding: The index is written last',
      'finding: Readers are fine\nThey sort again',
      'blocker: The owner of the format is away',
      'next_step: Ask the owner\n- by mail',
      'next_step: Write the queue',
    ]);
  });

  it('is what stands behind labels for it, wherever they stand', () => {
    expect(
      told(`## Work Log

### Sorted the rows

**Problem**: The export mixes rows
- Example: rows 5 and 6
- Root cause: two writers

**Recommendation**:

- Keep one writer

**Follow-up**: none
`),
    ).toEqual([
      'finding: Problem: The export mixes rows\n- Example: rows 5 and 6\n- Root cause: two writers',
      'root_cause: Root cause: two writers',
      'next_step: Recommendation:\n- Keep one writer',
    ]);
  });

  it('is what a lesson names as the cause, and what stands behind other names for a step or a finding', () => {
    expect(
      told(
        '## Learnings\n\n**Issue**: rows get lost\n\n**Root Cause**: two writers at once\n\n## Work Log\n\n**Key Discovery**: rows are cut at 4 KB\n\n**Recommended Changes**:\n- Keep one writer',
      ),
    ).toEqual([
      'root_cause: Root Cause: two writers at once',
      'finding: Key Discovery: rows are cut at 4 KB',
      'next_step: Recommended Changes:\n- Keep one writer',
    ]);
  });

  it('is a sentence that names the cause, what blocks the work, or what is left', () => {
    expect(
      told(`## Summary

The rows are sorted. The root cause (two writers on
one file) was in the exporter. The release is blocked on a review. Recommend
asking the owner.
`),
    ).toEqual([
      'root_cause: The root cause (two writers on one file) was in the exporter.',
      'blocker: The release is blocked on a review.',
      'next_step: Recommend asking the owner.',
    ]);
  });

  it.each([
    '## Work Blocked Until\n\nAll requirements above are met.',
    '## Next Steps\n\nNone - all is done',
    '## Findings\n\n[To be filled]',
    '## Session Start Checklist\n\n- [x] **Issue**: read it',
    '## Files Changed\n\n- `src/findings.ts`',
    '## Blockers\n\nNone encountered.',
  ])('is not: %j', (text) => {
    expect(told(text)).toEqual([]);
  });
});

describe('an error that a log states', () => {
  it.each([
    '- The push was rejected because the branch had moved on',
    '- The first migration failed with a syntax error',
    'After the rename the CI failed on Windows.',
    '| Check | State | Notes |\n|---|---|---|\n| Lint | ❌ FAIL | two unused imports |',
    '**Error**: `ENOENT: no such file or directory`, open config.json',
    '- qa review: CRITICAL_FAIL, no test for the new function',
    '- The import timed out after ten minutes',
    '- **Sorting Failed**: "no rows were read, taken as empty"',
    '- Nightly lint: FAILURE',
    '- The nightly check is red (3 MUST requirements failed in it)',
    '| What | State |\n|---|---|\n| Checks | Lint: FAIL, types: PASS |',
    '**Critical failure**: took the wrong list for the rows',
    '- Update failed for want of space',
    '- The nightly check failed due to missing tests for the code that handles empty rows',
    '- Reviewer: Failed (its limit was reached)',
    'When the queue was emptied, the replies referenced the wrong commit.',
  ])('is one, and uncounted says nothing of the outcome: %s', (text) => {
    const [error, ...others] = errors(`## Work Log\n\n${text}`);
    expect(others).toEqual([]);
    expect(error?.extra).toEqual({ stated: true });
    const ticked = '\n\n## Session End Checklist\n\n- [x] Changes committed: 1a2b3c4d\n';
    expect(fromMarkdown(`# Session 7\n\n## Work Log\n\n- Sorted the rows\n${text}${ticked}`).content.outcome).toBe(
      'success',
    );
  });

  it('is told once where its count is told', () => {
    expect(errors('## Work Log\n\n- The suite failed: 3 failed, 20 passed').map(({ extra }) => extra)).toEqual([
      { failures: 3 },
    ]);
  });

  it.each([
    '- If the push fails, the queue keeps the rows',
    '- Added a test that fails without the mend',
    '- Fixed the failed import',
    '- No failures in the last run',
    '- The command fails fast on a bad path',
    '- Exit codes: 0=success, 1=failed',
    '- Handles requests that timed out',
    '- Verified that the old path could not be reached',
    '- Status: 403, HTTP 403 and forbidden are told apart',
    '- Then ran the failed job again with more memory',
    '- It looked again only after the push failed',
    '- `1a2b3c4` fix(rows): sort on a detached HEAD',
    '- Objective: look into the 12 failures of the import',
    '- The two new tests failed against the old sorting',
    '- The import fails when a file is empty, so that nobody loses rows',
    '- If the last command returns 2, the step fails',
    '- 20 rows were read, 0 failed',
    '- Clearer errors instead of silent ones',
    '- Fields such as `owner` are not recognized by the reader',
  ])('is none in: %s', (text) => {
    expect(errors(`## Work Log\n\n${text}`)).toEqual([]);
  });

  it('is no entry of a list of better messages', () => {
    expect(errors('## Clearer Errors\n\n- An empty file is named')).toEqual([]);
    expect(errors('## Import Errors\n\n- An empty file was not named')).toHaveLength(1);
  });

  it.each(['Next Steps', 'Test Plan', 'Risks', 'Options'])('is none under %s', (title) => {
    expect(errors(`## ${title}\n\n- The first migration failed with a syntax error`)).toEqual([]);
  });
});
