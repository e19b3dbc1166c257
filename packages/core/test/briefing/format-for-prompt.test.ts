import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { formatForPrompt } from '../../src/briefing/format-for-prompt.ts';
import { lesson } from './lesson.ts';

describe('the block of the source document', () => {
  it('is empty without lessons', () => {
    verifies('S0-37');
    expect(formatForPrompt([])).toBe('');
  });

  it('is what the source document prints, byte for byte (S0-37)', () => {
    verifies('S0-37');
    const failed = lesson(1, {
      taskDescription: 'Generate a function to parse CSV files',
      outcome: 'failure',
      whatDidNotWork: ['Forgot to handle quoted fields', "Didn't consider line breaks in values"],
      nextStrategy: 'Use a proper CSV parsing library instead of regex',
    });
    const worked = lesson(0, {
      taskDescription: 'Generate a function to parse CSV files',
      attemptNumber: 2,
      whatWorked: ['Used established csv-parse library', 'Handled edge cases from library docs'],
      nextStrategy: 'Monitor it',
    });
    // Written by hand from the code in the document: a heading with a blank line, then a blank line after each lesson; the last
    // blank line is the only line break at the end.
    expect(formatForPrompt([failed, worked])).toBe(
      `## Previous Lessons Learned

### Attempt 1 (failure)
Task: Generate a function to parse CSV files
What did not work:
  - Forgot to handle quoted fields
  - Didn't consider line breaks in values
Next strategy: Use a proper CSV parsing library instead of regex

### Attempt 2 (success)
Task: Generate a function to parse CSV files
What worked:
  - Used established csv-parse library
  - Handled edge cases from library docs
Next strategy: Monitor it
`,
    );
  });

  it('equals the code of the source document, run as it stands there', () => {
    const lessons = [
      lesson(1, { outcome: 'partial', whatWorked: ['a\nb'], whatDidNotWork: ['c'], nextStrategy: 'd' }),
      lesson(2, { outcome: 'unknown', attemptNumber: 0 }),
    ];
    const lines = ['## Previous Lessons Learned\n'];
    for (const r of lessons) {
      lines.push(`### Attempt ${r.attemptNumber} (${r.outcome})`);
      lines.push(`Task: ${r.taskDescription}`);
      if (r.whatWorked.length > 0) {
        lines.push('What worked:');
        for (const w of r.whatWorked) lines.push(`  - ${w}`);
      }
      if (r.whatDidNotWork.length > 0) {
        lines.push('What did not work:');
        for (const w of r.whatDidNotWork) lines.push(`  - ${w}`);
      }
      lines.push(`Next strategy: ${r.nextStrategy}`);
      lines.push('');
    }
    expect(formatForPrompt(lessons)).toBe(lines.join('\n'));
  });
});
