import fc from 'fast-check';
import { LessonIndex } from '../src/lexical-index.ts';
import type { LessonDocument, SearchResult } from '../src/types.ts';

/** A lesson with the fields of a test; all others have a value that no filter of a test selects. */
export function lesson(fields: Partial<LessonDocument> & { id: string }): LessonDocument {
  return {
    seq: 1,
    projectId: 'project',
    sessionId: null,
    kind: 'lesson',
    outcome: 'success',
    state: 'accepted',
    failureCategory: null,
    agent: null,
    confidence: null,
    pinned: false,
    standing: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    tags: [],
    entityIds: [],
    title: '',
    body: [],
    ...fields,
  };
}

export function indexOf(lessons: readonly LessonDocument[]): LessonIndex {
  const index = new LessonIndex();
  for (const each of lessons) index.put(each);
  return index;
}

export function ids({ hits }: SearchResult): string[] {
  return hits.map(({ id }) => id);
}

/** Words for random lessons and queries: many occur repeatedly, with common stems and names among them. */
const WORDS =
  'token tokens expiry cache caching build failed retry getUserToken user timeout the to login parser'.split(' ');
export const phrase = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '));

/** Lessons with few distinct values in every field, so that ties, filters and repeated ids occur. */
export const anyLesson: fc.Arbitrary<LessonDocument> = fc.record({
  seq: fc.integer({ min: 1, max: 50 }),
  id: fc.integer({ min: 0, max: 15 }).map((id) => `l${id}`),
  projectId: fc.constantFrom('p', 'q'),
  sessionId: fc.constantFrom(null, 's', 't'),
  kind: fc.constantFrom('lesson', 'note'),
  outcome: fc.constantFrom('success', 'failure'),
  state: fc.constantFrom('accepted', 'draft', 'superseded'),
  failureCategory: fc.constantFrom(null, 'logic_error'),
  agent: fc.constantFrom(null, 'claude'),
  confidence: fc.constantFrom(null, 0.2, 0.9),
  pinned: fc.boolean(),
  standing: fc.constantFrom(null, 'helpful' as const, 'unhelpful' as const, 'harmful' as const),
  createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
  tags: fc.subarray(['auth', 'ci']),
  entityIds: fc.subarray(['src/a.ts', 'src/b.ts']),
  title: phrase,
  body: fc.array(phrase, { maxLength: 3 }),
});

/** Lessons with different ids. */
export const someLessons = fc.uniqueArray(anyLesson, { selector: ({ id }) => id, maxLength: 14 });
