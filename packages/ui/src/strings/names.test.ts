import { bundleRecords } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { fieldName } from './names.ts';

test('every field that a history or a bundle can name has a name of ours', () => {
  const fields = Object.values(bundleRecords).flatMap(({ shape }) => Object.keys(shape));
  const nameless = new Set(fields.filter((field) => field !== 'id' && fieldName(field) === field));
  expect([...nameless]).toEqual([]);
});

test('a field without a name of ours keeps its own', () => {
  expect(['nextStrategy', 'somethingNew', 'constructor'].map(fieldName)).toEqual([
    'Next time',
    'somethingNew',
    'constructor',
  ]);
});
