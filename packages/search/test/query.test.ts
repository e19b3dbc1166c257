import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LessonIndex } from '../src/lexical-index.ts';
import { MAX_QUERY_LENGTH, MAX_QUERY_TERMS } from '../src/query.ts';
import { synonymsOf } from '../src/synonyms.ts';
import type { LessonDocument } from '../src/types.ts';
import { ids, indexOf, lesson } from './lessons.ts';

const everything = { limit: 10, minRelevance: 0 };

describe('what a query is read as', () => {
  const index = indexOf([lesson({ id: 'a', title: 'Fix the login token', body: ['getUserToken returned null'] })]);

  it('drops stop words and repeats, in order', () => {
    expect(index.search('the token and the LOGIN tokens', everything).query).toEqual({
      terms: ['token', 'login'],
      cut: false,
      unknown: [],
    });
  });

  it('names what no lesson holds', () => {
    expect(index.search('token zebra', everything).query.unknown).toEqual(['zebra']);
  });

  it('keeps a joined name only when somebody wrote it', () => {
    verifies('E-08');
    expect(index.search('getUserToken', everything).query.terms).toContain('getusertoken');
    expect(index.search('setUserToken', everything).query.terms).toEqual(['set', 'user', 'token']);
  });

  it('says when it was cut: by length', () => {
    const short = 'token '.repeat(10);
    expect(index.search(short, everything).query.cut).toBe(false);
    const long = `${'token '.repeat(MAX_QUERY_LENGTH)} login`;
    expect(index.search(long, everything).query).toEqual({ terms: ['token'], cut: true, unknown: [] });
  });

  it('says when it was cut: by number of terms', () => {
    const words = Array.from({ length: MAX_QUERY_TERMS + 1 }, (_, at) =>
      `word${String.fromCharCode(97 + at)}`.slice(0, 5),
    );
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFG'
      .split('')
      .map((letter, at) => `${letter.toLowerCase()}q${'x'.repeat(at)}`);
    expect(words.length).toBe(letters.length);
    const { query } = index.search(letters.join(' '), everything);
    expect(query.terms.length).toBe(MAX_QUERY_TERMS);
    expect(query.cut).toBe(true);
    expect(index.search(letters.slice(1).join(' '), everything).query.cut).toBe(false);
  });

  it('reads text without a word as nothing', () => {
    for (const text of ['', '   ', '"*(){}:^', '\0\ud800']) {
      const result = index.search(text, { limit: 5 });
      expect(result.hits).toEqual([]);
      expect(result.query.terms).toEqual([]);
    }
  });
});

describe('stop words', () => {
  const index = indexOf([
    lesson({ id: 'a', title: 'To be or not to be' }),
    lesson({ id: 'b', title: 'Token expiry', body: ['to be or not to be'] }),
  ]);

  it('are looked for in titles when there is nothing else', () => {
    const result = index.search('what is not to be', { limit: 5 });
    expect(ids(result)).toEqual(['a']);
    expect(result.query.terms).toEqual(['what', 'is', 'not', 'to', 'be']);
  });

  it('are counted as they are now, also after a removal', () => {
    const fresh = indexOf([lesson({ id: 'a', title: 'To be or not to be' })]);
    const changed = indexOf([lesson({ id: 'x', title: 'to be' }), lesson({ id: 'a', title: 'To be or not to be' })]);
    changed.remove('x');
    expect(changed.search('to be', everything).hits).toEqual(fresh.search('to be', everything).hits);
  });
});

describe('typos', () => {
  const index = indexOf([
    lesson({ id: 'a', title: 'Authentication expired' }),
    lesson({ id: 'b', title: 'Parser rewrite' }),
  ]);

  it('are looked for under what they resemble', () => {
    for (const typo of ['authentcation', 'authenticaton', 'uathentication', 'expird']) {
      expect(ids(index.search(typo, { limit: 5 }))).toEqual(['a']);
    }
  });

  it('are not corrected below four letters, nor when the word exists', () => {
    expect(index.search('par', { limit: 5 }).hits).toEqual([]);
    const both = indexOf([lesson({ id: 'a', title: 'casting' }), lesson({ id: 'b', title: 'fasting' })]);
    expect(ids(both.search('casting', { limit: 5 }))).toEqual(['a']);
  });

  it('are not seen in a word that has synonyms', () => {
    const like = indexOf([lesson({ id: 'a', title: 'Sorted by hand' }), lesson({ id: 'b', title: 'A deadlock' })]);
    expect(ids(like.search('hang', { limit: 5, minRelevance: 0.05 }))).toEqual(['b']);
    expect(ids(like.search('hangs', { limit: 5, minRelevance: 0.05 }))).toEqual(['b']);
  });

  it('are not corrected to words that are gone', () => {
    const gone = new LessonIndex();
    gone.put(lesson({ id: 'a', title: 'Authentication expired' }));
    gone.remove('a');
    gone.put(lesson({ id: 'b', title: 'Parser rewrite' }));
    expect(gone.search('authentcation', everything).work.terms).toBe(0);
  });
});

describe('unfinished words', () => {
  const index = indexOf([
    lesson({ id: 'a', title: 'Authentication expired' }),
    lesson({ id: 'b', title: 'Parser rewrite' }),
  ]);

  it('match as beginnings when asked, at every length', () => {
    for (let length = 2; length <= 'authentication'.length; length++) {
      const typed = 'authentication'.slice(0, length);
      expect(ids(index.search(typed, { limit: 5, prefix: true })), typed).toEqual(['a']);
    }
  });

  it('only as the last word, and only while it is being typed', () => {
    expect(index.search('aut zzz', { limit: 5, prefix: true }).hits).toEqual([]);
    expect(index.search('aut ', { limit: 5, prefix: true }).hits).toEqual([]);
    expect(index.search('aut', { limit: 5 }).hits).toEqual([]);
  });
});

describe('synonyms', () => {
  it('go both ways', () => {
    expect(synonymsOf('login')).toContain('authent');
    expect(synonymsOf('authent')).toContain('login');
    expect(synonymsOf('zebra')).toEqual([]);
  });

  // S0-61
  it('find a lesson that shares no word with the task', () => {
    const index = indexOf([
      lesson({
        id: 'auth',
        title: 'Fix authentication token expiry',
        tags: ['auth'],
        body: ['Refresh before use', 'auth'],
      }),
      lesson({ id: 'csv', title: 'Parse CSV with quotes', body: ['Read the header row'] }),
      lesson({ id: 'ui', title: 'Make the table scroll', body: ['Measure rows'] }),
    ]);
    expect(ids(index.search('Debug login timeout issues', { limit: 5 }))).toEqual(['auth']);
  });

  it('count less than the word itself', () => {
    const index = indexOf([lesson({ id: 'word', title: 'login' }), lesson({ id: 'synonym', title: 'authentication' })]);
    expect(ids(index.search('login', everything))).toEqual(['word', 'synonym']);
  });

  it('count as much in a project whatever others say: the word itself is not there', () => {
    const own = lesson({ id: 'own', title: 'authentication fails', projectId: 'own' });
    const other = lesson({ id: 'other', title: 'login fails', projectId: 'other' });
    const ask = (lessons: LessonDocument[]) =>
      indexOf(lessons).search('login', { limit: 9, minRelevance: 0.001, accept: { projectIds: ['own'] } }).hits;
    expect(ask([own])).toHaveLength(1);
    expect(ask([own, other])[0]?.relevance).toBeCloseTo(ask([own])[0]?.relevance as number, 2);
  });
});

describe('a question about one project', () => {
  const about = (projectId: string, at: number, title: string) => lesson({ id: `${projectId}${at}`, title, projectId });
  const ask = (lessons: LessonDocument[], words: string) =>
    indexOf(lessons)
      .search(words, { limit: 9, accept: { projectIds: ['own'] } })
      .hits.map(({ id, score, relevance }) => ({ id, score, relevance }));

  it('is answered the same whatever other projects write (C)', () => {
    const words = fc.constantFrom('cache', 'token', 'login', 'timeout', 'parser', 'retry', 'clock', 'index');
    const titles = fc.array(fc.array(words, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(titles, titles, fc.array(words, { minLength: 1, maxLength: 4 }), (ours, theirs, question) => {
        const own = ours.map((title, at) => about('own', at, title.join(' ')));
        const other = theirs.map((title, at) => about('other', at, title.join(' ')));
        expect(ask([...other, ...own], question.join(' '))).toEqual(ask(own, question.join(' ')));
      }),
    );
  });

  it('finds a word rare that only others use often', () => {
    const own = [about('own', 0, 'index'), about('own', 1, 'parser')];
    const other = Array.from({ length: 2000 }, (_, at) => about('other', at, 'index'));
    expect(ask([...own, ...other], 'index')).toEqual(ask(own, 'index'));
    expect(indexOf([...own, ...other]).search('index', { limit: 1 }).hits[0]?.relevance).not.toBeCloseTo(
      ask(own, 'index')[0]?.relevance ?? 0,
      1,
    );
  });
});
