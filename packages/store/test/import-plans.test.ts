import { beforeAll, expect, it } from 'vitest';
import { countReflections, findReflectionIds, type WritableDb } from '../src/index.ts';
import { furnishedMemory, plansOn } from './plans-on.ts';

const memory = furnishedMemory();
let db: WritableDb;
beforeAll(() => {
  db = memory();
});

const ALL = { deleted: 'exclude' } as const;
const PROJECT = { ...ALL, projectIds: ['p'] };

it('the newest lessons of an import are sorted among those of that import, which no index has in that order', () => {
  for (const filter of [
    { ...ALL, sourceId: 's' },
    { ...ALL, sourceId: ['s', 't'] },
    { ...PROJECT, sourceId: 's' },
  ]) {
    const plan = plansOn(db, () => findReflectionIds(db, filter, 50));
    expect(plan[0]).toMatch(/^SEARCH r USING INDEX reflection_by_source \(source_id=\?/);
  }
});

it('the lessons of an import are counted in their index', () => {
  const plan = plansOn(db, () => countReflections(db, { ...ALL, sourceId: 's' }));
  expect(plan).toEqual([
    expect.stringMatching(/^SEARCH r USING COVERING INDEX reflection_by_source \(source_id=\? AND deleted_at=\?/),
  ]);
});
