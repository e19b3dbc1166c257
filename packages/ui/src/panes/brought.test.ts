import type { Job, LessonsResult, Project } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { STATES } from '../data/lessons-view.ts';
import { wayToBrought } from './brought.ts';

const SOURCE = 'src_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const SHOP = { id: 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'shop' } as Project;

/** Where the result of an import of lessons leads to. */
function lessonsOf(result: Partial<LessonsResult>, chosen?: Project) {
  const job = { kind: 'import', result: { imported: 2, projects: ['shop'], ...result } } as Partial<Job> as Job;
  return wayToBrought('lessons', job, chosen).search;
}

test('an import leads to its own lessons, of all states where some are rejected', () => {
  expect(lessonsOf({ sourceId: SOURCE, rejected: 0 })).toEqual({ import: SOURCE });
  expect(lessonsOf({ sourceId: SOURCE, rejected: 1 })).toEqual({ import: SOURCE, state: STATES });
});

test('the chosen project stays where it hides none of them', () => {
  expect(lessonsOf({ sourceId: SOURCE }, SHOP)).toEqual({ project: SHOP.id, import: SOURCE });
  expect(lessonsOf({ sourceId: SOURCE, projects: ['shop', 'bakery'] }, SHOP)).toEqual({ import: SOURCE });
  expect(lessonsOf({ sourceId: SOURCE, projects: ['bakery'] }, SHOP)).toEqual({ import: SOURCE });
});

test('a result from before it named its source leads to what came from any file, the last first', () => {
  const any = { source: ['importer:lessons'], sort: 'stored' };
  expect(lessonsOf({})).toEqual(any);
  expect(lessonsOf({ projects: ['shop', 'bakery'] }, SHOP)).toEqual({ project: SHOP.id, ...any });
});
