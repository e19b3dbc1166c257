import type { EpisodeLink } from '@twicewise/contract';
import { causalOrder, FAULT_SAYS, siftLinks } from '@twicewise/ingest';
import { describe, expect, it } from 'vitest';

type Relation = EpisodeLink['relation'];
const link = (from: string, to: string, relation: Relation = 'causes') => ({ from, to, relation }) as EpisodeLink;
/** Links between items that are called by one letter: `ab` leads from a to b. */
const links = (...names: string[]) => names.map((name) => link(name.charAt(0), name.charAt(1)));
const IDS = new Set('abcdefgh');
const sifted = (...all: EpisodeLink[]) => {
  const { kept, refused } = siftLinks(IDS, all);
  return { kept, refused: refused.map(({ link: { from, to }, fault }) => `${from}${to} ${fault}`) };
};

describe('the links of an episode', () => {
  it('stand together in their order where nothing is wrong with them', () => {
    const all = [link('a', 'b'), link('b', 'c', 'enables'), link('a', 'c', 'precedes'), link('c', 'a', 'correlates')];
    expect(siftLinks(IDS, all)).toEqual({ kept: all, refused: [] });
  });

  it('lead from one item that is there to another one', () => {
    const bad = [link('a', 'x'), link('x', 'a'), link('a', 'a'), link('x', 'x')];
    expect(sifted(...bad, link('a', 'b'))).toEqual({
      kept: [link('a', 'b')],
      refused: ['ax dangling', 'xa dangling', 'aa own', 'xx dangling'],
    });
  });

  it('are there once: the first counts, and what correlates has no direction', () => {
    expect(sifted(link('a', 'b'), link('a', 'b'), link('a', 'b', 'enables')).refused).toEqual(['ab repeated']);
    for (const [from, to] of ['ab', 'ba']) {
      const first = link(from ?? '', to ?? '', 'correlates');
      expect(sifted(first, link('b', 'a', 'correlates'))).toEqual({ kept: [first], refused: ['ba repeated'] });
    }
    expect(sifted(link('a', 'b', 'precedes'), link('a', 'b', 'correlates')).refused).toEqual([]);
  });

  it.each<[Relation, Relation, boolean]>([
    ['causes', 'prevents', true],
    ['enables', 'prevents', true],
    ['prevents', 'causes', true],
    ['prevents', 'enables', true],
    ['causes', 'enables', false],
    ['precedes', 'prevents', false],
    ['correlates', 'prevents', false],
    ['prevents', 'correlates', false],
  ])('do not say the opposite of each other: %s and %s', (one, other, isOpposed) => {
    const both = [link('a', 'b', one), link('a', 'b', other)];
    expect(sifted(...both)).toEqual(
      isOpposed ? { kept: both.slice(0, 1), refused: ['ab contradictory'] } : { kept: both, refused: [] },
    );
    expect(sifted(link('a', 'b', one), link('b', 'c', other)).refused).toEqual([]);
  });

  it('make no circle, however long, and the one that closes it goes', () => {
    expect(sifted(...links('ab', 'ba'))).toEqual({ kept: links('ab'), refused: ['ba cycle'] });
    expect(sifted(...links('ab', 'bc', 'cd', 'da', 'ae'))).toEqual({
      kept: links('ab', 'bc', 'cd', 'ae'),
      refused: ['da cycle'],
    });
    expect(sifted(...links('ab', 'ba', 'cd', 'dc')).refused).toEqual(['ba cycle', 'dc cycle']);
    expect(sifted(...links('ab', 'bc', 'cb', 'bd'))).toEqual({ kept: links('ab', 'bc', 'bd'), refused: ['cb cycle'] });
    expect(sifted(...links('ab', 'ac', 'ca', 'ad')).refused).toEqual(['ca cycle']);
    expect(sifted(...links('ab', 'ac', 'ad', 'da')).refused).toEqual(['da cycle']);
    // Two ways to one item are none.
    expect(sifted(...links('ab', 'ac', 'bd', 'cd', 'de')).refused).toEqual([]);
    expect(sifted(link('a', 'b'), link('b', 'a', 'correlates')).refused).toEqual([]);
    expect(sifted(link('a', 'b'), link('b', 'a', 'precedes')).refused).toEqual(['ba cycle']);
  });

  it('are refused with words that say why', () => {
    expect(FAULT_SAYS).toEqual({
      dangling: 'names an item that is not there',
      own: 'leads from an item to itself',
      repeated: 'is there twice',
      contradictory: 'says the opposite of another one',
      cycle: 'closes a circle: an item would be its own cause',
    });
  });
});

/** Items in order: `a3` has the exact time 3, `a` none, and `a3?` a time that is not exact. */
const items = (...names: string[]) =>
  names.map((name) => ({
    id: name.charAt(0),
    at: name.length > 1 ? `2026-01-01T00:0${name.charAt(1)}:00.000Z` : null,
    timeQuality: name.length === 1 ? ('unknown' as const) : name.endsWith('?') ? ('day' as const) : ('exact' as const),
  }));
const ordered = (names: string[], ...all: string[]) =>
  causalOrder(items(...names), links(...all))
    .map(({ id }) => id)
    .join('');

describe('the causal order of items', () => {
  it('is that of their times, and else that of the episode', () => {
    expect(ordered(['a', 'b', 'c'])).toBe('abc');
    expect(ordered(['a3', 'b1', 'c2'])).toBe('bca');
    expect(ordered(['a2', 'b2', 'c1'])).toBe('cab');
    // What has no exact time keeps its place between the others.
    expect(ordered(['a3', 'b', 'c1'])).toBe('cba');
    expect(ordered(['a3', 'b5?', 'c1'])).toBe('cba');
    const [a, b, c] = items('a3', 'b', 'c1');
    const exact = causalOrder([a, { ...b, timeQuality: 'exact' as const }, c] as ReturnType<typeof items>, []);
    expect(exact.map(({ id }) => id).join('')).toBe('cba');
    expect(ordered(['b1', 'd1', 'a1', 'c1'])).toBe('bdac');
    expect(ordered([])).toBe('');
  });

  it('has a cause before its effect, and leaves the others where they are', () => {
    expect(ordered(['a', 'b', 'c'], 'ca')).toBe('cab');
    expect(ordered(['a', 'b', 'c', 'd'], 'db')).toBe('adbc');
    expect(ordered(['a', 'b', 'c', 'd'], 'dc', 'cb')).toBe('adcb');
    expect(ordered(['a', 'b', 'c', 'd'], 'da', 'ca')).toBe('cdab');
    expect(ordered(['a1', 'b2', 'c3'], 'ca')).toBe('bca');
    expect(ordered(['a1', 'b2', 'c3', 'd'], 'db')).toBe('adbc');
    expect(ordered(['a1', 'b2', 'c3', 'd5?'], 'db')).toBe('adbc');
    expect(ordered(['a1', 'b2', 'c3', 'd5'], 'db')).toBe('acdb');
  });

  it('leaves effects where they are, too, as far as they can be', () => {
    for (const all of [['ac'], ['ae'], ['ab', 'ac', 'ad', 'ae'], ['ad', 'bc', 'ce'], ['ae', 'be', 'ce', 'de']])
      expect(ordered(['a', 'b', 'c', 'd', 'e'], ...all), all.join(' ')).toBe('abcde');
    expect(ordered(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'ha', 'hc', 'he', 'hg')).toBe('habcdefg');
    expect(ordered(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], 'ge', 'gc', 'ga', 'gh')).toBe('gabcdefh');
  });

  it('has a cause of several before the first of them, and one with more steps before others', () => {
    expect(ordered(['a', 'b', 'c', 'd', 'e'], 'ec', 'eb')).toBe('aebcd');
    expect(ordered(['a', 'b', 'c', 'd', 'e'], 'eb', 'ec')).toBe('aebcd');
    for (const all of [
      ['eb', 'ed', 'db', 'fb'],
      ['ed', 'eb', 'fb', 'db'],
    ])
      expect(ordered(['a', 'b', 'c', 'd', 'f', 'e'], ...all)).toBe('aedfbc');
    expect(ordered(['a', 'b', 'c', 'd', 'e'], 'eb', 'ec', 'dc')).toBe('aebdc');
  });

  it('has a cause first through other items, of the episode or not', () => {
    expect(ordered(['a', 'b', 'c'], 'cx', 'xa')).toBe('cab');
    expect(ordered(['a', 'b', 'c'], 'cy', 'cx', 'xa')).toBe('cab');
    expect(ordered(['a', 'b', 'c', 'd', 'e'], 'ed', 'da')).toBe('edabc');
    expect(ordered(['a', 'b', 'c', 'd', 'e'], 'eb', 'ca')).toBe('caebd');
  });

  it('takes nothing from what correlates', () => {
    expect(causalOrder(items('a', 'b'), [link('b', 'a', 'correlates')]).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('keeps the very items, each once, also where links go round', () => {
    const given = items('a', 'b', 'c', 'd');
    const round = causalOrder(given, links('ab', 'bc', 'cb'));
    expect(round.map(({ id }) => id).join('')).toBe('adbc');
    expect(new Set(round)).toEqual(new Set(given));
    expect(ordered(['a', 'b'], 'ab', 'ba')).toBe('ab');
  });

  it('is found for a chain as long as an episode', () => {
    const names = Array.from({ length: 2000 }, (_, at) => `n${at}`);
    const chain = names.slice(1).map((name, at) => link(name, names[at] ?? ''));
    const long = names.map((id) => ({ id, at: null, timeQuality: 'unknown' as const }));
    expect(causalOrder(long, chain).map(({ id }) => id)).toEqual(names.toReversed());
  });
});
