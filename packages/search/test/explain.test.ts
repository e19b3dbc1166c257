import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOf, lesson, phrase, someLessons } from './lessons.ts';

describe('why', () => {
  const index = indexOf([
    lesson({
      id: 'a',
      title: 'Authenticated users log out',
      body: ['Refreshing tokens worked', 'Authentication failed; the token was stale'],
    }),
    lesson({ id: 'b', title: 'Parser', body: ['segfault in the lexer'] }),
  ]);
  const explained = (query: string, prefix = false) => {
    return index.search(query, { limit: 1, minRelevance: 0, explain: true, prefix }).hits[0]?.why;
  };

  it('names words as the lesson has them, and where', () => {
    expect(explained('authentication zebra')?.terms).toMatchObject([
      {
        word: 'authentication',
        via: 'exact',
        term: 'authent',
        words: ['authenticated', 'authentication'],
        fields: [
          { field: 'title', section: null, count: 1 },
          { field: 'body', section: 1, count: 1 },
        ],
      },
    ]);
  });

  it('names what is missing', () => {
    expect(explained('authentication zebra')?.missing).toEqual(['zebra']);
  });

  it('says how a word came to match', () => {
    expect(explained('authentcation')?.terms[0]).toMatchObject({
      word: 'authentcation',
      via: 'similar',
      term: 'authent',
    });
    expect(explained('crash')?.terms[0]).toMatchObject({ word: 'crash', via: 'synonym', words: ['segfault'] });
    expect(explained('refre', true)?.terms[0]).toMatchObject({ word: 'refre', via: 'prefix', words: ['refreshing'] });
  });

  it('names neighbours and their distance', () => {
    expect(explained('stale token')?.proximity).toMatchObject([{ words: ['stale', 'token'], distance: 1 }]);
    expect(explained('refreshing worked')?.proximity).toMatchObject([{ words: ['refreshing', 'worked'], distance: 2 }]);
  });

  it('explains stop words, which a lesson does not list', () => {
    const titles = indexOf([lesson({ id: 'a', title: 'to be or not to be' })]);
    const why = titles.search('to be', { limit: 1, explain: true }).hits[0]?.why;
    expect(why?.terms.map(({ word }) => word)).toEqual(['to', 'be']);
    expect(why?.missing).toEqual([]);
  });

  it('is left out unless asked for', () => {
    expect(index.search('token', { limit: 1 }).hits[0]).not.toHaveProperty('why');
  });

  it('adds up to the score', () => {
    fc.assert(
      fc.property(
        someLessons,
        phrase,
        fc.constantFrom(undefined, 's'),
        fc.boolean(),
        (lessons, query, sessionId, prefix) => {
          const options = { limit: 20, minRelevance: 0, explain: true, prefix, ...(sessionId ? { sessionId } : {}) };
          for (const { score, why } of indexOf(lessons).search(query, options).hits) {
            const parts = [...(why?.terms ?? []), ...(why?.proximity ?? [])];
            const text = parts.reduce((sum, { contribution }) => sum + contribution, why?.session ?? 0);
            const expected = (why?.priors ?? []).reduce((product, { factor }) => product * factor, text);
            expect(Math.abs(score - expected)).toBeLessThan(1e-3 * Math.max(1, score));
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('similar lessons', () => {
  const index = indexOf([
    lesson({ id: 'a', title: 'Token expiry in login', body: ['Refresh the token early'] }),
    lesson({ id: 'b', title: 'Login token was stale', body: ['Refresh before expiry'] }),
    lesson({ id: 'c', title: 'CSV parser', body: ['Quoted header row'] }),
    lesson({ id: 'd', title: 'Token colours in the theme', body: ['Dark mode'], projectId: 'other' }),
  ]);

  it('are those that share its characteristic words, without itself', () => {
    const { hits } = index.similar('a', { limit: 5, minRelevance: 0.05 });
    expect(hits[0]?.id).toBe('b');
    expect(hits.map(({ id }) => id)).not.toContain('a');
    expect(hits.map(({ id }) => id)).not.toContain('c');
  });

  it('pass filters, and are none for what is not there', () => {
    const { hits } = index.similar('a', { limit: 5, minRelevance: 0, accept: { projectIds: ['other'] } });
    expect(hits.map(({ id }) => id)).toEqual(['d']);
    expect(index.similar('nobody', { limit: 5 }).hits).toEqual([]);
  });
});
