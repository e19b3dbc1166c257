import { describe, expect, it } from 'vitest';
import { LessonText } from '../src/lesson-text.ts';
import { type KnownWords, MAX_QUERY_LENGTH, MAX_QUERY_TERMS, parseQuery } from '../src/query.ts';
import { LONE_SYNONYM_WEIGHT, SYNONYM_WEIGHT } from '../src/synonyms.ts';
import { Vocabulary } from '../src/vocabulary.ts';

/** The words of lessons with these titles, of which those in `elsewhere` are in other projects. */
function wordsOf(titles: readonly string[], elsewhere: readonly string[] = []): KnownWords {
  const vocabulary = new Vocabulary();
  const text = new LessonText(vocabulary);
  const [all, here] = [new Map<number, number>(), new Set<number>()];
  for (const [at, title] of [...titles, ...elsewhere].entries()) {
    text.read(title, []);
    vocabulary.addUses(text.forms.slice(0, text.count));
    text.forEachTerm((term) => {
      all.set(term, (all.get(term) ?? 0) + 1);
      if (!vocabulary.isStopTerm(term)) vocabulary.countUp(term);
      if (at < titles.length) here.add(term);
    });
  }
  return { vocabulary, frequencyOf: (term) => all.get(term) ?? 0, isUsedHere: (term) => here.has(term) };
}

/** The words of a query with what each is looked for by: `token` for itself, `similar token 0.50` for others. */
function read(known: KnownWords, text: string, prefix = false): Record<string, string[]> {
  const { words } = parseQuery(known, text, prefix);
  return Object.fromEntries(
    words.map((word) => [
      word.text,
      word.alternatives.map(({ term, weight, via }) => {
        const stem = known.vocabulary.termText(term);
        return via === 'exact' && weight === 1 ? stem : `${via} ${stem} ${weight.toFixed(2)}`;
      }),
    ]),
  );
}
const texts = (known: KnownWords, text: string) => parseQuery(known, text).words.map((word) => word.text);
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ'.split('');
/** Words that resemble no other. */
const words = letters.map((letter, at) => `q${letter.toLowerCase()}${'x'.repeat(at)}`);

describe('the words of a query', () => {
  const known = wordsOf(['token cache parser', 'the timeouts']);

  it('are counted, and each follows the one before', () => {
    expect(parseQuery(known, 'Token cache, PARSER tokens')).toMatchObject({
      words: [
        { text: 'token', stem: 'token', count: 2 },
        { text: 'cache', stem: 'cach', count: 1 },
        { text: 'parser', stem: 'parser', count: 1 },
      ],
      pairs: [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
      cut: false,
      unknown: [],
    });
  });

  it('make one pair however often and in which order they meet, and none with themselves', () => {
    expect(parseQuery(known, 'token token').pairs).toEqual([]);
    expect(parseQuery(known, 'token cache token cache').pairs).toEqual([[0, 1]]);
    expect(parseQuery(known, 'token').pairs).toEqual([]);
    // Pairs of many words: none is taken for another one.
    const order = [...words.slice(0, 32), words[1], words[0], words[2], words[0], words[31]];
    expect(parseQuery(known, order.join(' ')).pairs).toEqual([
      ...Array.from({ length: 31 }, (_, at) => [at, at + 1]),
      [31, 1],
      [0, 2],
      [0, 31],
    ]);
  });

  it('are without stop words, unless there are no others', () => {
    expect(texts(known, 'the token is in the cache')).toEqual(['token', 'cache']);
    expect(texts(known, 'what the')).toEqual(['what', 'the']);
    expect(parseQuery(known, 'what the the')).toMatchObject({ words: [{ count: 1 }, { count: 2 }], pairs: [[0, 1]] });
    expect(read(known, 'the what')).toEqual({ the: ['the'], what: [] });
    expect(parseQuery(known, 'the what').unknown).toEqual(['what']);
  });

  it('are the parts of a name, and the name itself where somebody wrote it', () => {
    const named = wordsOf(['getUserToken', 'cache']);
    expect(texts(named, 'getUserToken')).toEqual(['getusertoken', 'get', 'user', 'token']);
    expect(texts(named, 'setUserToken')).toEqual(['set', 'user', 'token']);
    expect(texts(named, 'cache_zebra')).toEqual(['cache', 'zebra']);
    expect(texts(named, '__ - cache')).toEqual(['cache']);
    expect(texts(named, '令牌缓存')).toEqual(['令牌', '牌缓', '缓存']);
  });

  it('are the first thirty-two, and more only count those again', () => {
    const all = parseQuery(known, words.slice(0, MAX_QUERY_TERMS).join(' '));
    expect([all.words.length, all.cut]).toEqual([MAX_QUERY_TERMS, false]);
    const more = parseQuery(known, [...words.slice(0, MAX_QUERY_TERMS + 1), words[0]].join(' '));
    expect([more.words.length, more.cut, more.words[0]?.count]).toEqual([MAX_QUERY_TERMS, true, 2]);
    expect(more.pairs.at(-1)).toEqual([31, 0]);
    expect(more.words.map((word) => word.text)).toEqual(words.slice(0, MAX_QUERY_TERMS));
  });

  it('are those of the beginning of a long text', () => {
    const long = 'x'.repeat(MAX_QUERY_LENGTH - 6);
    expect(parseQuery(known, `${long} token`)).toMatchObject({ cut: false, words: [{}, { text: 'token' }] });
    expect(parseQuery(known, `${long}  token`)).toMatchObject({ cut: true, words: [{}, { text: 'toke' }] });
    // Letters that are written out take more room.
    expect(texts(known, `${'\ufb03 '.repeat(4095)}ab`)).toEqual(['ffi']);
  });
});

describe('what a word is looked for by', () => {
  it('is itself, and by its synonyms for less', () => {
    const known = wordsOf(['login', 'authentication', 'a password']);
    expect(read(known, 'login')).toEqual({ login: ['login', `synonym authent ${SYNONYM_WEIGHT.toFixed(2)}`] });
    expect(parseQuery(known, 'login').unknown).toEqual([]);
  });

  it('is by its synonyms for more where no lesson has it', () => {
    const known = wordsOf(['authentication', 'the signing']);
    const lone = `synonym authent ${LONE_SYNONYM_WEIGHT.toFixed(2)}`;
    expect(read(known, 'login')).toEqual({ login: [lone] });
    expect(parseQuery(known, 'login').unknown).toEqual(['login']);
    expect(read(wordsOf(['authentication'], ['login']), 'login')).toEqual({ login: [lone] });
  });

  it('is no synonym that is gone', () => {
    const known = wordsOf(['authentication']);
    known.vocabulary.countDown(known.vocabulary.findStem('authent'));
    expect(read(known, 'login')).toEqual({ login: [] });
  });

  it('is no word that is gone, nor a name', () => {
    const gone: KnownWords = {
      ...wordsOf(['the getUserToken']),
      frequencyOf: () => 0,
      isUsedHere: () => false,
    };
    expect(read(gone, 'the')).toEqual({ the: [] });
    expect(texts(gone, 'getUserToken')).toEqual(['get', 'user', 'token']);
  });

  it('is a stop word alone where it is one', () => {
    const known = wordsOf(['to be', 'tokens become']);
    expect(read(known, 'to be', true)).toEqual({ to: ['to'], be: ['be'] });
  });

  it('is what resembles it, if nothing else is found: three at most', () => {
    const known = wordsOf(['authentication', 'parser', 'casting', 'fasting', 'lasting', 'tasting']);
    expect(read(known, 'authentcation')).toEqual({
      authentcation: [expect.stringMatching(/^similar authent 0\.\d\d$/)],
    });
    const [alternative] = parseQuery(known, 'authentcation').words[0]?.alternatives ?? [];
    const [found] = known.vocabulary.similarTo('authentcation', 0.55, 1);
    expect(alternative?.weight).toBeCloseTo(0.8 * (found?.dice ?? 0), 9);
    expect(read(known, 'wasting').wasting).toHaveLength(3);
    expect(read(known, 'zebra')).toEqual({ zebra: [] });
    expect(parseQuery(known, 'authentcation zebra').unknown).toEqual(['authentcation', 'zebra']);
  });

  it('is nothing that only resembles a short word', () => {
    expect(read(wordsOf(['part']), 'par')).toEqual({ par: [] });
    expect(read(wordsOf(['parts']), 'prts').prts).toHaveLength(1);
    expect(read(wordsOf(['parsed']), 'prsed').prsed).toHaveLength(1);
  });

  it('is nothing that resembles a word of another project, or one that has synonyms', () => {
    expect(read(wordsOf(['fasting'], ['casting']), 'casting')).toEqual({ casting: [] });
    expect(read(wordsOf(['hand']), 'hang')).toEqual({ hang: [] });
  });
});

describe('a word that is not finished', () => {
  const known = wordsOf(['authentication authenticated', 'author', 'parser', 'authority authority']);

  it('is looked for by what begins with it, the more for what is nearly it', () => {
    const found = read(known, 'auth', true).auth;
    expect(found).toContain(`prefix author ${(0.5 + (0.5 * 4) / 6).toFixed(2)}`);
    expect(found).toContain(`prefix authent ${(0.5 + (0.5 * 4) / 13).toFixed(2)}`);
    expect(found?.map((one) => Number(one.split(' ')[2]))).toEqual(
      found?.map((one) => Number(one.split(' ')[2])).sort((a, b) => b - a),
    );
    expect(parseQuery(known, 'auth', true).unknown).toEqual(['auth']);
  });

  it('is looked for by what is most like it first, however often others are used', () => {
    const often = wordsOf(['authentication', 'authentication now', 'author']);
    expect(read(often, 'auth', true).auth?.map((one) => one.split(' ')[1])).toEqual(['author', 'authent']);
  });

  it('is the last one, at the very end, and only when asked', () => {
    expect(read(known, 'parser autho', true).autho?.length).toBeGreaterThan(0);
    expect(read(known, 'autho parser', true).autho?.some((one) => one.startsWith('prefix'))).toBe(false);
    for (const text of ['autho ', 'autho.']) {
      expect(read(known, text, true).autho?.some((one) => one.startsWith('prefix'))).toBe(false);
    }
    expect(read(known, 'autho').autho?.some((one) => one.startsWith('prefix'))).toBe(false);
    const [unasked] = parseQuery(known, 'autho').words;
    expect(unasked?.alternatives.some(({ via }) => via === 'prefix')).toBe(false);
    expect(read(known, '', true)).toEqual({});
  });

  it('is the last part of a name', () => {
    expect(read(known, 'getAutho', true).autho?.some((one) => one.startsWith('prefix'))).toBe(true);
    expect(read(known, 'authoGet', true).autho?.some((one) => one.startsWith('prefix'))).toBe(false);
  });

  it('is looked for as it is as well, and each stem once, by what says most', () => {
    expect(read(wordsOf(['token tokens tokenizer']), 'token', true)).toEqual({ token: ['token'] });
    expect(read(wordsOf(['login logins', 'loginctl']), 'login', true).login?.[0]).toBe('login');
  });

  it('is not corrected where something begins with it', () => {
    expect(read(known, 'parse', true).parse?.every((one) => one.startsWith('prefix'))).toBe(true);
    expect(read(wordsOf(['parser', 'sparse']), 'parse').parse?.some((one) => one.startsWith('similar'))).toBe(true);
    expect(read(wordsOf(['parser', 'sparse']), 'parse', true).parse).toEqual([
      `prefix parser ${(0.5 + (0.5 * 5) / 6).toFixed(2)}`,
    ]);
  });

  it('has sixteen ways to end at most', () => {
    const many = wordsOf(words.slice(0, 20).map((one) => `zz${one}`));
    expect(read(many, 'zz', true).zz).toHaveLength(16);
  });
});
