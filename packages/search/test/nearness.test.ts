import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Nearness } from '../src/fusion.ts';
import type { DocumentFilter, LessonDocument, SearchHit } from '../src/types.ts';
import { ids, indexOf, lesson, phrase, someLessons } from './lessons.ts';

const SPACE = { unrelated: 0.2, enough: 0.55, maybe: 0.5 };

function near(values: Record<string, number>): Nearness {
  return { ...SPACE, values: new Map(Object.entries(values)) };
}

/** Values for some of the lessons of {@link someLessons}. */
const nearness = fc
  .dictionary(
    fc.integer({ min: 0, max: 15 }).map((id) => `l${id}`),
    fc.double({ min: -1, max: 1, noNaN: true }),
    { maxKeys: 12 },
  )
  .map(near);

const options = fc.record({
  limit: fc.constantFrom(0, 1, 3, 50),
  minRelevance: fc.constantFrom(0, 0.1, 0.25, 0.6),
  explain: fc.constant(true),
  sessionId: fc.constantFrom('s', 'nobody'),
});

/** The score computed from the parts of an explanation. */
function explained({ why }: SearchHit): number {
  if (!why) throw new Error('no explanation');
  const sum = (parts: readonly { contribution: number }[]) =>
    parts.reduce((total, { contribution }) => total + contribution, 0);
  const text = sum(why.terms) + sum(why.proximity) + why.session + (why.vector ?? 0);
  return why.priors.reduce((score, { factor }) => score * factor, text);
}

describe('nearness in a ranking', () => {
  it('that knows nothing changes nothing', () => {
    fc.assert(
      fc.property(someLessons, phrase, options, (lessons, query, asked) => {
        const index = indexOf(lessons);
        expect(index.search(query, { ...asked, nearness: near({}) })).toEqual(index.search(query, asked));
      }),
    );
  });

  it('adds up in every explanation, and each hit names its rankers', () => {
    fc.assert(
      fc.property(someLessons, phrase, options, nearness, (lessons, query, asked, found) => {
        const { hits } = indexOf(lessons).search(query, { ...asked, nearness: found });
        for (const hit of hits) {
          expect(explained(hit)).toBeCloseTo(hit.score, 3);
          const hasWords = (hit.why?.terms.length ?? 0) > 0;
          const hasVector = hit.why?.vector !== null;
          expect(hit.rankers.includes('vector')).toBe(hasVector);
          expect(hit.rankers.includes('lexical')).toBe(hasWords || !hasVector);
        }
      }),
    );
  });

  it('never removes a hit', () => {
    verifies('X8');
    fc.assert(
      fc.property(someLessons, phrase, nearness, (lessons, query, found) => {
        const index = indexOf(lessons);
        const without = ids(index.search(query, { limit: 50 }));
        const withVectors = ids(index.search(query, { limit: 50, nearness: found }));
        expect(without.filter((id) => !withVectors.includes(id))).toEqual([]);
      }),
    );
  });

  it('is not changed by a lesson that shares no word and is not near enough', () => {
    fc.assert(
      fc.property(someLessons, phrase, nearness, fc.double({ min: -1, max: 0.549, noNaN: true }), (...given) => {
        const [lessons, query, found, value] = given;
        const asked = { limit: 50, explain: true };
        const before = indexOf(lessons).search(query, { ...asked, nearness: found });
        const other: LessonDocument = lesson({ id: 'other', seq: 99, title: 'zebra crossing', body: ['giraffe'] });
        const values = new Map([...found.values, ['other', value] as const]);
        const after = indexOf([...lessons, other]).search(query, { ...asked, nearness: { ...found, values } });
        expect(after.hits).toEqual(before.hits);
      }),
    );
  });

  it('filters only remove', () => {
    const filters = fc.constantFrom<DocumentFilter>(
      { projectIds: ['p'] },
      { states: ['accepted'] },
      { tags: ['auth'] },
      { pinned: true },
      { projectIds: [] },
    );
    fc.assert(
      fc.property(someLessons, phrase, nearness, filters, (lessons, query, found, accept) => {
        const index = indexOf(lessons);
        // The projects decide which synonyms count, so this filter must stay when the others are removed.
        const place = accept.projectIds ? { projectIds: accept.projectIds } : {};
        const all = ids(index.search(query, { limit: 50, nearness: found, accept: place }));
        const some = ids(index.search(query, { limit: 50, nearness: found, accept }));
        expect(some.filter((id) => !all.includes(id))).toEqual([]);
      }),
    );
  });

  it('counts the same lessons whatever the limit', () => {
    fc.assert(
      fc.property(someLessons, phrase, nearness, fc.integer({ min: 0, max: 6 }), (lessons, query, found, limit) => {
        const index = indexOf(lessons);
        const all = index.search(query, { limit: 50, nearness: found });
        const cut = index.search(query, { limit, nearness: found });
        expect(cut.hits.length + cut.omitted.beyondLimit).toBe(all.hits.length);
        expect(cut.omitted.belowThreshold).toBe(all.omitted.belowThreshold);
      }),
    );
  });

  it('lets a lesson without a word in common in from near enough on, and no earlier', () => {
    const index = indexOf([
      lesson({ id: 'words', title: 'cache of the build' }),
      lesson({ id: 'meaning', title: 'memoise compiled output' }),
    ]);
    const found = (value: number) => index.search('build cache', { limit: 9, nearness: near({ meaning: value }) });
    expect(ids(found(0.54))).toEqual(['words']);
    const { hits, omitted } = found(0.56);
    expect(omitted).toEqual({ belowThreshold: 0, beyondLimit: 0 });
    expect(hits.map(({ id, rankers }) => [id, rankers])).toEqual([
      ['words', ['lexical']],
      ['meaning', ['vector']],
    ]);
    expect(hits[1]?.relevance).toBeCloseTo(0.25 + (0.75 * 0.01) / 0.45, 6);
  });

  it('lifts what is near among what matches, but not past a clear lead in words', () => {
    const index = indexOf([
      lesson({ id: 'older', title: 'token expiry', createdAt: '2026-01-01T00:00:00.000Z' }),
      lesson({ id: 'newer', title: 'token expiry', createdAt: '2026-01-02T00:00:00.000Z' }),
      lesson({ id: 'partly', title: 'token of the parser in a long title that says other things too' }),
    ]);
    const order = (values: Record<string, number>) =>
      ids(index.search('token expiry', { limit: 9, minRelevance: 0.01, nearness: near(values) }));
    expect(order({})).toEqual(['newer', 'older', 'partly']);
    expect(order({ older: 0.4 })).toEqual(['older', 'newer', 'partly']);
    expect(order({ partly: 0.99 })).toEqual(['newer', 'older', 'partly']);
  });

  it('leaves out the lesson that others are compared with', () => {
    const index = indexOf([lesson({ id: 'a', title: 'one thing' }), lesson({ id: 'b', title: 'another matter' })]);
    expect(ids(index.similar('a', { limit: 9, nearness: near({ a: 1, b: 0.7 }) }))).toEqual(['b']);
  });
});
