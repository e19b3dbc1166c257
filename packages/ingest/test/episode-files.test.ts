import { BUNDLE_EXTRA, type Episode, type EpisodeLink } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { renderAdr038 } from '../src/episode-files/render.ts';
import { causalOrder, parseAdr038, rebase, siftLinks } from '../src/index.ts';

// What a file says, field by field. How files are found, kept and written again is tested in core, with a memory.

const BARE = { id: 'e', session: 's' };
const contentOf = (file: object) => parseAdr038({ ...BARE, ...file }).content;
const decisionOf = (decision: object) => contentOf({ decisions: [{ id: 'd', ...decision }] }).decisions[0];
const eventOf = (event: object) => contentOf({ events: [{ id: 'e', type: 'commit', ...event }] }).events[0];

describe('an episode file that says next to nothing', () => {
  it('has nothing in it that nobody wrote', () => {
    expect(parseAdr038(BARE)).toEqual({
      nativeId: 'e',
      session: 's',
      refused: [],
      content: {
        task: '',
        outcome: 'unknown',
        outcomeSource: 'defaulted',
        outcomeNative: null,
        occurredAt: null,
        timeQuality: 'unknown',
        decisions: [],
        events: [],
        links: [],
        metrics: {},
        lessons: [],
        memoryRefs: [],
        extra: { adr038: BARE },
      },
    });
  });

  it('nor in its decisions and events', () => {
    const untimed = { at: null, timeQuality: 'unknown', origin: null, extra: {} };
    expect(decisionOf({})).toEqual({
      id: 'd',
      type: null,
      context: '',
      options: [],
      chosen: '',
      rationale: null,
      risks: [],
      confidence: null,
      outcome: 'unknown',
      outcomeSource: 'defaulted',
      ...untimed,
    });
    expect(eventOf({})).toEqual({ id: 'e', type: 'commit', content: '', commitSha: null, ...untimed });
  });

  it('has no links, and none that were left out', () => {
    const { content, refused } = parseAdr038({ ...BARE, decisions: [{ id: 'd' }], events: [{ id: 'e', type: 'x' }] });
    expect([content.links, refused]).toEqual([[], []]);
  });

  it('or is no object is refused, by what it is', () => {
    const refusal = { code: 'invalid_input', hint: expect.stringContaining('the file') };
    expect(() => parseAdr038(['e'])).toThrow(expect.objectContaining(refusal));
  });
});

describe('a decision of an episode file', () => {
  it('keeps its context, but for one that says again what was chosen', () => {
    expect(decisionOf({ chosen: 'Lexical', context: 'Which first' })).toMatchObject({ context: 'Which first' });
    expect(decisionOf({ chosen: 'Lexical', context: 'Lexical' })).toMatchObject({ context: '' });
    expect(decisionOf({ chosen: 'Lexical', summary: 'Words' })).toMatchObject({ chosen: 'Lexical' });
  });

  it.each([
    ['partial', 'partial', 'reported'],
    ['failed', 'failure', 'reported'],
    ['success', 'success', 'defaulted'],
    ['whatever', 'unknown', 'defaulted'],
  ])('called %s went as %s, which is %s', (word, outcome, outcomeSource) => {
    expect(decisionOf({ outcome: word })).toMatchObject({ outcome, outcomeSource });
  });
});

describe('an event of an episode file', () => {
  it.each([
    ['Commit: 0c40c22', '0c40c22'],
    ['0c40c22', '0c40c22'],
    ['see Commit: 0c40c22', null],
    ['Commit: 0c40c22 and more', null],
    ['Commit: 0c40c2', null],
  ])('that says %j is of commit %s', (content, commitSha) => {
    expect(eventOf({ content })).toMatchObject({ content, commitSha });
  });

  it('of another kind is of none', () => {
    expect(eventOf({ type: 'test', content: '0c40c22' })).toMatchObject({ commitSha: null });
  });
});

describe('the rest of an episode file', () => {
  it('has numbers for metrics, and lessons that say something', () => {
    const metrics = { calls: 3, unknown: null, words: 'many', list: [1] };
    expect(contentOf({ metrics }).metrics).toEqual({ calls: 3, unknown: null });
    expect(contentOf({ lessons: ['Look', ' ', null, '\t'] }).lessons).toEqual(['Look']);
  });
});

function written(fields: Partial<Episode>) {
  const content = contentOf({});
  const unkept = { ...content, extra: {}, nativeId: null, sessionNativeId: 'day one', sessionId: 'id' };
  return renderAdr038({ ...unkept, ...fields } as Episode);
}

describe('an episode that came from no file', () => {
  const decision = { ...contentOf({ decisions: [{ id: 'd' }] }).decisions[0] } as Episode['decisions'][number];
  const event = { ...contentOf({ events: [{ id: 'e', type: 'x' }] }).events[0] } as Episode['events'][number];

  it('is written with its session for a name, and without times and types that nobody knows', () => {
    expect(written({ decisions: [decision], events: [event] })).toEqual({
      name: 'episode-day one.json',
      notCarried: [],
      file: {
        id: 'episode-day one',
        session: 'day one',
        outcome: 'unknown',
        task: '',
        decisions: [{ id: 'd', context: '', options: [], chosen: '', rationale: '', outcome: 'unknown', effects: [] }],
        events: [{ id: 'e', type: 'x', content: '', caused_by: [], leads_to: [] }],
        metrics: {},
        lessons: [],
      },
    });
    expect(written({ sessionNativeId: null }).file).toMatchObject({ id: 'episode-id', session: 'id' });
  });

  it('is written with causes and order at both ends, and with days as its writers have them', () => {
    const at = '2026-01-01T12:00:00.000Z';
    const links: EpisodeLink[] = [
      { from: 'd', to: 'e', relation: 'causes', basis: 'asserted_by_agent' },
      { from: 'd', to: 'f', relation: 'correlates', basis: 'asserted_by_agent' },
    ];
    const dated = {
      ...decision,
      type: 'test',
      context: '',
      chosen: 'Wait',
      rationale: 'Time',
      at,
      timeQuality: 'exact',
    };
    const { file, notCarried } = written({
      occurredAt: at,
      timeQuality: 'day',
      links,
      decisions: [dated as typeof decision],
      events: [event, { ...event, id: 'f' }],
      memoryRefs: ['m:1'] as unknown as Episode['memoryRefs'],
    });
    expect(file).toMatchObject({
      timestamp: '2026-01-01T00:00:00+00:00',
      decisions: [{ timestamp: at, type: 'test', context: 'Wait', rationale: 'Time', effects: ['e'] }],
      events: [
        { id: 'e', caused_by: ['d'], leads_to: [] },
        { id: 'f', caused_by: [], leads_to: [] },
      ],
      memoryRefs: ['m:1'],
    });
    expect(notCarried).toEqual(['links that are neither causes nor order in time']);
  });

  it('is written with each link at the items that it ties together, and at no other', () => {
    const tie = { basis: 'asserted_by_agent' } as const;
    const { file, notCarried } = written({
      links: [
        { from: 'd', to: 'e', relation: 'causes', ...tie },
        { from: 'e', to: 'f', relation: 'precedes', ...tie },
      ],
      decisions: [decision, { ...decision, id: 'c' }],
      events: [event, { ...event, id: 'f' }],
    });
    expect(notCarried).toEqual([]);
    expect(file).toMatchObject({
      decisions: [{ effects: ['e'] }, { effects: [] }],
      events: [
        { caused_by: ['d'], leads_to: ['f'] },
        { caused_by: ['e'], leads_to: [] },
      ],
    });
  });

  it('names what the file has no place for', () => {
    expect(written({ decisions: [{ ...decision, risks: ['slow'] }] }).notCarried).toEqual(['risks of decisions']);
    expect(written({ decisions: [{ ...decision, confidence: 0 }] }).notCarried).toEqual(['confidence of decisions']);
    expect(written({ decisions: [{ ...decision, extra: { a: 1 } }] }).notCarried).toEqual(['extra data of items']);
    expect(written({ extra: { mine: 1 } }).notCarried).toEqual(['extra data']);
    expect(written({ extra: { adr038: BARE, [BUNDLE_EXTRA]: {} } }).notCarried).toEqual([]);
    const commit = { ...event, commitSha: '0c40c22' };
    expect(written({ events: [commit] }).notCarried).toEqual(['commits beside the text of events']);
    expect(written({ events: [{ ...commit, content: 'Commit: 0c40c22' }] }).notCarried).toEqual([]);
  });

  it('has a name that every file system takes', () => {
    expect(written({ nativeId: '../a:b/c?' }).name).toBe('__a_b_c_.json');
    expect(written({ nativeId: 'v1.2' }).name).toBe('v1.2.json');
    expect(written({ nativeId: 'é'.repeat(300) }).name).toBe(`${'é'.repeat(200)}.json`);
  });
});

describe('a file that is written again after a change', () => {
  it('loses what was taken out, and gains nothing that reading filled in', () => {
    expect(rebase({ a: 1, b: 2 }, { a: 1, b: 2 }, { a: 1 })).toStrictEqual({ a: 1 });
    expect(rebase({ a: 1 }, { a: 1, b: [] }, { a: 2, b: [] })).toStrictEqual({ a: 2 });
  });

  it('keeps a text beside which it has nothing, and texts beside each other', () => {
    expect(rebase([null, 'Look'], ['Look'], ['Look', 'Ask'])).toEqual(['Look', 'Ask']);
    expect(rebase([null, 'a'], [null, 'a'], [null])).toEqual([null]);
  });

  it.each([
    ['nothing where there are fields now', null, {}, { a: 1 }],
    ['nothing where there is a list now', null, [], [{ id: 'a' }]],
    ['fields that were read as a text', { k: 1 }, 'x', { a: 1 }],
    ['a list that was read as nothing', [{ id: 'a', k: 1 }], undefined, [{ id: 'a' }]],
    ['a list that is a text now', ['a'], ['a'], 'a'],
  ])('has what is there now: %s', (_what, original, before, after) => {
    expect(rebase(original, before, after)).toStrictEqual(after);
  });
});

describe('links of an episode', () => {
  const link = (from: string, to: string, relation: EpisodeLink['relation'] = 'causes'): EpisodeLink => ({
    from,
    to,
    relation,
    basis: 'asserted_by_agent',
  });
  const faults = (...links: EpisodeLink[]) => siftLinks(new Set('abcd'), links).refused.map(({ fault }) => fault);

  it.each<[string, EpisodeLink[], string[]]>([
    ['from nowhere', [link('x', 'a')], ['dangling']],
    ['to nowhere', [link('a', 'x')], ['dangling']],
    ['to itself', [link('a', 'a')], ['own']],
    ['twice', [link('a', 'b'), link('a', 'b')], ['repeated']],
    ['twice, by another relation', [link('a', 'b'), link('a', 'b', 'enables')], []],
    ['correlating both ways', [link('a', 'b', 'correlates'), link('b', 'a', 'correlates')], ['repeated']],
    ['correlating around', [link('b', 'a', 'correlates'), link('a', 'b')], []],
    ['preventing what it causes', [link('a', 'b'), link('a', 'b', 'prevents')], ['contradictory']],
    ['enabling what it prevents', [link('a', 'b', 'prevents'), link('a', 'b', 'enables')], ['contradictory']],
    ['preventing what it only precedes', [link('a', 'b', 'precedes'), link('a', 'b', 'prevents')], []],
    ['in a circle', [link('a', 'b'), link('b', 'c'), link('c', 'a')], ['cycle']],
    ['by two ways to one end', [link('a', 'b'), link('a', 'c'), link('b', 'd'), link('c', 'd')], []],
  ])('%s', (_what, links, expected) => {
    expect(faults(...links)).toEqual(expected);
  });

  it('order items: causes first, then time, then the episode', () => {
    const at = (id: string, day: number | null) => ({
      id,
      at: day === null ? null : `2026-01-0${day}T00:00:00.000Z`,
      timeQuality: day === null ? ('unknown' as const) : ('exact' as const),
    });
    const ids = (items: ReturnType<typeof at>[], ...links: EpisodeLink[]) =>
      causalOrder(items, links).map(({ id }) => id);
    expect(ids([at('a', 3), at('b', 1), at('c', null), at('d', 2)])).toEqual(['b', 'd', 'c', 'a']);
    expect(ids([at('a', null), at('b', null), at('c', null)], link('c', 'a'))).toEqual(['c', 'a', 'b']);
    expect(ids([at('a', 1), at('b', 2)], link('b', 'a'))).toEqual(['b', 'a']);
    expect(ids([at('a', null), at('b', null), at('c', null)], link('c', 'x'), link('x', 'a'))).toEqual(['c', 'a', 'b']);
    expect(ids([at('a', null), at('b', null)], link('a', 'b', 'correlates'))).toEqual(['a', 'b']);
    expect(ids([at('a', null), at('b', null)], link('a', 'b'), link('b', 'a'))).toEqual(['a', 'b']);
  });
});
