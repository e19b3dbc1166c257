import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { taskIdentityOf } from '../../src/attempts/task-identity.ts';

describe('the identity of a task', () => {
  verifies('S3-05');
  it.each([
    ['letter case and white space', 'Fix the  upload\n', ' fix THE upload'],
    ['digits in a path', 'Mend /tmp/run-12/a.ts', 'mend /tmp/run-9/a.ts'],
    ['digits in the first folder of a path', 'Mend run12/a.ts', 'Mend run9/a.ts'],
    ['digits in a path of Windows', 'Mend C:\\work3\\a.ts', 'Mend C:\\work14\\a.ts'],
    ['composed letters', 'Mend the cafe\u0301', 'Mend the caf\u00e9'],
  ])('does not depend on %s', (_, one, other) => {
    expect(taskIdentityOf(one)).toBe(taskIdentityOf(other));
  });

  it.each([
    ['a number outside of paths', 'Fix error 401', 'Fix error 500'],
    ['a number in an address', 'Close https://host/issues/12', 'Close https://host/issues/13'],
    ['a path beyond its digits', 'Mend src/a1.ts', 'Mend src/b1.ts'],
    ['whether a path has a number', 'Mend src/a.ts', 'Mend src/a1.ts'],
    ['punctuation', 'Undo!', 'Undo'],
  ])('depends on %s', (_, one, other) => {
    expect(taskIdentityOf(one)).not.toBe(taskIdentityOf(other));
  });

  it('is that of the signature alone, where one is given', () => {
    expect(taskIdentityOf('one text', 'Upload')).toBe(taskIdentityOf('another', ' upload'));
    expect(taskIdentityOf('one text', 'Upload')).not.toBe(taskIdentityOf('one text', 'Download'));
    expect(taskIdentityOf('upload', null)).not.toBe(taskIdentityOf('upload', 'upload'));
  });

  it('stays what it is: memories hold it', () => {
    expect(taskIdentityOf('Fix the upload in /tmp/run-12')).toBe('task_8d0ccb9603301515');
  });
});
