import { blankAttemptContent } from '@twicewise/contract';
import { expect, it } from 'vitest';
import { compareAttempts } from './compare-attempts.ts';

const read = (errors: string[], files: string[], lessons: string[]) => {
  const blank = { type: null, file: null, line: null, column: null, rule: null, severity: null, stackTrace: null };
  const content = {
    ...blankAttemptContent(),
    errors: errors.map((signature, line) => ({ ...blank, signature, message: `${signature} at line ${line}` })),
    actor: { actions: [], rationale: null, variant: null, filesModified: files, totalChanges: null },
  };
  return { attempt: { content }, told: lessons.map((reflectionId) => ({ reflectionId })) };
};

it('two attempts are compared by the signature of errors, by file, and by the lesson that was told', () => {
  const first = read(['timeout', 'off by one', 'timeout'], ['a.ts', 'b.ts'], ['refl_1']);
  const second = read(['off by one', 'no such file'], ['b.ts'], ['refl_1', 'refl_2']);
  expect(compareAttempts(first, second)).toEqual({
    errors: { both: ['off by one'], onlyFirst: ['timeout'], onlySecond: ['no such file'] },
    files: { both: ['b.ts'], onlyFirst: ['a.ts'], onlySecond: [] },
    lessons: { both: ['refl_1'], onlyFirst: [], onlySecond: ['refl_2'] },
  });
});
