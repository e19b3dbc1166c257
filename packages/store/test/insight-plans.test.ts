import { beforeAll, expect, it } from 'vitest';
import { countedLessons, firstInstant, lessonMarks, readMetricRows, type WritableDb } from '../src/index.ts';
import { furnishedMemory, plansOn } from './plans-on.ts';

const memory = furnishedMemory();
let db: WritableDb;
beforeAll(() => {
  db = memory();
});

/** What reads lessons for Insights. */
const READS = {
  lessons: (projectId: string | null) => lessonMarks(db, { projectId, since: '', until: '9' }),
  metrics: (projectId: string | null) => readMetricRows(db, projectId, null),
  'the first': (projectId: string | null) => firstInstant(db, projectId),
};

it.each(Object.entries(READS))('Insights of one project reads its lessons alone: %s', (_name, read) => {
  const stepsFor = (projectId: string | null) =>
    plansOn(db, () => read(projectId)).filter((step) => /\breflection_by_(?:time|project)\b/.test(step));
  const [own, all] = [stepsFor('p'), stepsFor(null)];
  expect(own.length).toBeGreaterThan(0);
  for (const step of own) expect(step).toMatch(/reflection_by_project \(project_id=\?/);
  for (const step of all) expect(step).not.toContain('reflection_by_project');
});

it('reads the lessons that it counts by number, not all of them', () => {
  const steps = plansOn(db, () => [...countedLessons(db, [1, 2])]).filter((step) => /\br\b/.test(step));
  expect(steps).toEqual([expect.stringMatching(/SEARCH r USING INTEGER PRIMARY KEY \(rowid=\?\)/)]);
});
