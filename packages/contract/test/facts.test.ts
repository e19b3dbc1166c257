import { expect, test } from 'vitest';
import { reflection, reflectionContent, resultOf, storeFields, VERSIONED_FIELDS } from '../src/index.ts';

test('a version of a lesson holds all that its author writes', () => {
  expect(VERSIONED_FIELDS).toEqual(expect.arrayContaining(Object.keys(reflectionContent)));
  expect(Object.keys(reflection.shape)).toEqual(expect.arrayContaining([...VERSIONED_FIELDS]));
  expect(new Set(VERSIONED_FIELDS).size).toBe(VERSIONED_FIELDS.length);
});

test('a request to store is hashed as versions before did: its fields keep their order', () => {
  const before = [
    ...['sessionId', 'projectId', 'taskDescription', 'attemptNumber', 'outcome', 'outcomeSource', 'outcomeNative'],
    ...['whatWorked', 'whatDidNotWork', 'nextStrategy', 'text', 'rootCause', 'causalReasoning', 'failureCategory'],
    ...[
      'confidence',
      'tags',
      'relatedEntityIds',
      'kind',
      'state',
      'agent',
      'nativeId',
      'observedAt',
      'extra',
      'lessonsUsed',
    ],
  ];
  expect(Object.keys(storeFields).filter((name) => before.includes(name))).toEqual(before);
});

test('the result of a job is that of its kind, or an error', () => {
  const result = { bytes: 1, sha256: 'x', records: 2, redacted: 0 };
  expect(resultOf('export', { kind: 'export', result }).records).toBe(2);
  expect(() => resultOf('export', { kind: 'bundle', result })).toThrow(/kind export/);
  expect(() => resultOf('export', { kind: 'export', result: null })).toThrow(/kind export/);
});
