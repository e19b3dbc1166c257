import type { Reflection } from '@twicewise/contract';
import { describe, expect, test } from 'vitest';
import { lessonAddress, lessonJson, lessonLink, lessonMarkdown } from './lesson-copies.ts';
import { lessonMeant } from './lessons-view.ts';

const id = 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const lesson = (more: Partial<Reflection> = {}) =>
  ({
    id,
    taskDescription: 'Rotate\n the keys',
    outcome: 'failure',
    attemptNumber: 2,
    projectName: 'vault',
    agent: null,
    createdAt: '2026-03-04T05:06:07.000Z',
    confidence: null,
    nextStrategy: '',
    whatDidNotWork: [],
    whatWorked: [],
    rootCause: null,
    causalReasoning: null,
    text: '',
    failureCategory: null,
    tags: [],
    relatedEntityIds: [],
    ...more,
  }) as unknown as Reflection;

describe('lessonMarkdown', () => {
  test('what was not stated is left out', () => {
    expect(lessonMarkdown(lesson())).toBe(
      `# Rotate the keys\n\nFailure · attempt 2 at its task · vault · 2026-03-04\n\n<twicewise://lesson/${id}>\n`,
    );
  });

  test('what was stated stands in its order, entries with their further lines', () => {
    const text = lessonMarkdown(
      lesson({ nextStrategy: 'Wait', whatDidNotWork: ['a\nb', 'c'], tags: ['auth', 'ci'], confidence: 0.5 }),
    );
    expect(text).toContain('· confidence 0.5\n');
    expect(text).toContain('## Next time\n\nWait\n\n## Did not work\n\n- a\n  b\n- c\n\n## Tags\n\n#auth #ci\n');
  });
});

test('links lead back to their lesson', () => {
  const page = { protocol: 'http:', origin: 'http://127.0.0.1:1', pathname: '/' } as Location;
  expect(lessonMeant({ q: lessonLink(id) })).toBe(id);
  expect(lessonMeant({ q: lessonAddress(id, page) ?? '' })).toBe(id);
  expect(lessonAddress(id, { ...page, protocol: 'app:' })).toBeNull();
});

test('JSON is the lesson as it is', () => {
  expect(JSON.parse(lessonJson(lesson({ tags: ['a'] })))).toEqual(lesson({ tags: ['a'] }));
});
