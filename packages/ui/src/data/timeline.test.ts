import type { EpisodeLink } from '@twicewise/contract';
import { describe, expect, test } from 'vitest';
import { inOrder, referencesOf, saysNoMore, timelineOf, timesIn } from './timeline.ts';

type Quality = 'exact' | 'day' | 'unknown';
const item = (id: string, at: string | null = null, timeQuality: Quality = at ? 'exact' : 'unknown') => ({
  id,
  at,
  timeQuality,
});
const link = (from: string, to: string, relation: EpisodeLink['relation'] = 'causes'): EpisodeLink => ({
  from,
  to,
  relation,
  basis: 'textual',
});
const order = (items: ReturnType<typeof item>[], links: EpisodeLink[] = []) =>
  inOrder([items], links).map(({ id }) => id);
const at = (time: string) => `2026-03-01T${time}:00.000Z`;

describe('the order of a timeline', () => {
  test.each([
    ['Commit: 684455f0aa11bb22', '684455f0aa11bb22', true],
    ['Commit: 684455f0aa', '684455f0aa11bb22', true],
    ['Commit 684455f', '684455f', true],
    ['Commit SHA: 684455f0aa11', '684455f', true],
    ['684455f: mend the port', '684455f', false],
  ])('whether the text of a commit, %j, says no more than its hash is %3$s', (content, commitSha, expected) => {
    expect(saysNoMore({ type: 'commit', content, commitSha })).toBe(expected);
  });

  test('by exact time, decisions and events together', () => {
    expect(order([item('d1', at('11:00')), item('e1', at('12:00')), item('e2', at('10:00'))])).toEqual([
      'e2',
      'd1',
      'e1',
    ]);
  });

  test('what led to something stands before it, whatever the clock says', () => {
    const items = [item('d1', at('09:00')), item('e1', at('10:00')), item('e2', at('11:00'))];
    expect(order(items, [link('e2', 'd1')])).toEqual(['e1', 'e2', 'd1']);
  });

  test('an effect goes behind its cause; the cause is not torn out of its time', () => {
    const items = [item('d1'), item('e1', at('10:00')), item('e2', at('11:00'))];
    expect(order(items, [link('e2', 'd1')])).toEqual(['e1', 'e2', 'd1']);
  });

  test('a day orders against nothing of that day, but against other days', () => {
    const day = (id: string, date: string) => item(id, `${date}T00:00:00.000Z`, 'day');
    expect(order([item('e1', at('15:00')), day('d1', '2026-03-01'), item('e2', at('08:00'))])).toEqual([
      'e2',
      'd1',
      'e1',
    ]);
    expect(order([day('d2', '2026-03-02'), item('e1', at('15:00'))])).toEqual(['e1', 'd2']);
  });

  test('what has no time stays behind what it was recorded after, decisions among decisions', () => {
    expect(order([item('a', at('12:00')), item('b'), item('c', at('11:00'))])).toEqual(['c', 'a', 'b']);
    const lists = [
      [item('d1', at('11:00')), item('d2')],
      [item('e1'), item('e2', at('10:00')), item('e3')],
    ];
    expect(inOrder(lists, []).map(({ id }) => id)).toEqual(['e1', 'e2', 'e3', 'd1', 'd2']);
    expect(order([item('c'), item('a'), item('b')])).toEqual(['c', 'a', 'b']);
  });

  test('a time of unknown quality is none', () => {
    expect(order([item('a', at('12:00'), 'unknown'), item('b', at('11:00'))])).toEqual(['a', 'b']);
  });

  test('what correlates has no direction; what is earlier has', () => {
    expect(order([item('a'), item('b')], [link('b', 'a', 'correlates')])).toEqual(['a', 'b']);
    expect(order([item('a'), item('b')], [link('b', 'a', 'precedes')])).toEqual(['b', 'a']);
  });

  test('a circle and a link to nothing lose no item', () => {
    const items = [item('a'), item('b'), item('c')];
    expect(order(items, [link('a', 'b'), link('b', 'a'), link('c', 'gone'), link('gone', 'a')])).toEqual([
      'c',
      'a',
      'b',
    ]);
  });

  test('the same in the same order, and 4,000 items with 10,000 links soon', () => {
    const items = Array.from({ length: 4000 }, (_, index) => item(`i${index}`));
    const links = Array.from({ length: 10_000 }, (_, index) =>
      link(`i${index % 3999}`, `i${3999 - (index % 7)}`),
    ).filter(({ from, to }) => Number(from.slice(1)) < Number(to.slice(1)));
    expect(order(items, links)).toEqual(items.map(({ id }) => id));
  });
});

test('each end of a link has it, causes first and what is only earlier last', () => {
  const references = referencesOf([link('a', 'b', 'precedes'), link('a', 'b'), link('c', 'a', 'enables')]);
  const seen = (id: string) =>
    references.get(id)?.map(({ direction, relation, id: other }) => [direction, relation, other]);
  expect(seen('a')).toEqual([
    ['forward', 'causes', 'b'],
    ['backward', 'enables', 'c'],
    ['forward', 'precedes', 'b'],
  ]);
  expect(seen('b')?.map(([direction]) => direction)).toEqual(['backward', 'backward']);
});

test('what was said of items later stands with them once, and moves none', () => {
  const event = (id: string) => ({ ...item(id), type: 'error', content: id, commitSha: null, origin: null, extra: {} });
  const episode = { decisions: [], events: [event('a'), event('b'), event('c')], links: [link('a', 'b')] };
  const said = [
    { ...link('a', 'b'), basis: 'asserted_by_human' as const, edgeId: 'edge_ab' },
    { ...link('c', 'a'), basis: 'asserted_by_human' as const, edgeId: 'edge_ca' },
  ];
  const items = timelineOf(episode, said);
  expect(items.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(items.map(({ refs }) => refs.map(({ id, basis, also, edgeId }) => [id, basis, also, edgeId]))).toEqual([
    [
      ['c', 'asserted_by_human', null, 'edge_ca'],
      ['b', 'textual', 'asserted_by_human', 'edge_ab'],
    ],
    [['a', 'textual', 'asserted_by_human', 'edge_ab']],
    [['a', 'asserted_by_human', null, 'edge_ca']],
  ]);
  expect(timelineOf(episode)[0]?.refs).toMatchObject([{ also: null, edgeId: null, isDisputed: false }]);
});

test('times are counted by what is known of them', () => {
  const items = [item('a', at('10:00')), item('b', at('00:00'), 'day'), item('c'), item('d', at('10:00'), 'unknown')];
  expect(timesIn(items)).toEqual({ exact: 1, day: 1, unknown: 2 });
});
