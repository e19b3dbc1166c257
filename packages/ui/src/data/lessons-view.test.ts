import { isId } from '@twicewise/contract';
import { describe, expect, test } from 'vitest';
import {
  isFiltered,
  isNarrowed,
  type LessonsView,
  lessonMeant,
  NO_FILTERS,
  ORDERS,
  orderOf,
  parseSearch,
  patchView,
  queryOfView,
  readView,
  stringifySearch,
  toFilter,
  toList,
  toSearch,
} from './lessons-view.ts';

const IMPORT = 'src_01ARZ3NDEKTSV4RRFFQ69G5FAV';

const everything: LessonsView = {
  project: 'proj_1',
  outcome: ['success', 'failure'],
  state: ['draft'],
  category: ['logic_error'],
  kind: ['lesson', 'note'],
  confidence: ['high', 'none'],
  feedback: ['unhelpful', 'harmful'],
  session: ['sess_1'],
  agent: ['claude-code', 'codex'],
  source: ['person', 'importer:a b'],
  import: IMPORT,
  month: ['2026-03', '2026-02'],
  tag: ['a,b', 'c&d=e'],
  pinned: true,
  q: 'lock "file" ünï +%',
  weak: true,
  bin: true,
  sort: 'oldest',
  lesson: 'refl_1',
};

const throughLink = (view: LessonsView) => readView(parseSearch(stringifySearch({ ...view })));

describe('a view and its link', () => {
  test.each([[{}], [everything], [{ q: 'x' }], [{ outcome: ['partial'] }], [{ tag: ['one'] }]] as [LessonsView][])(
    'survives the round trip: %j',
    (view) => {
      expect(throughLink(view)).toEqual(view);
    },
  );

  test('no filters, no question mark', () => {
    expect(stringifySearch({})).toBe('');
  });

  test('what is not understood is left out', () => {
    expect(readView(parseSearch('?outcome=great&outcome=failure&state=&bin=yes&other=1&lesson='))).toEqual({
      outcome: ['failure'],
    });
  });

  test('what the host would refuse is left out: it would take the whole list with it', () => {
    expect(
      readView(parseSearch('?month=2026-13&month=2026-02&source=me&import=a.jsonl&confidence=big&sort=best')),
    ).toEqual({
      month: ['2026-02'],
    });
    const tags = Array.from({ length: 60 }, (_, index) => `tag=${index}`).join('&');
    expect(readView(parseSearch(`?${tags}&sort=newest`)).tag).toHaveLength(20);
  });

  test('the order is no filter, and the list is asked in it', () => {
    expect(isNarrowed({ sort: 'updated' })).toBe(false);
    expect(toFilter({ sort: 'updated' })).toEqual({});
    expect(toList({ sort: 'updated', pinned: true })).toEqual({ sort: 'updated', pinned: true });
  });

  test('the bin begins with what was deleted last, and the usual order is in no link', () => {
    expect(toList({ bin: true })).toEqual({ deleted: 'only', sort: 'updated' });
    expect(toList({ bin: true, sort: 'newest' })).toEqual({ deleted: 'only' });
    expect(patchView({ sort: 'oldest' }, { sort: 'newest' })).toEqual({});
    expect(patchView({ bin: true, sort: 'newest' }, { sort: 'updated' })).toEqual({ bin: true });
    expect(readView({ bin: '1', sort: 'newest' })).toEqual({ bin: true, sort: 'newest' });
    expect(orderOf({ bin: true, sort: 'stored' })).toBe('updated');
  });

  test.each(ORDERS.map((sort) => [sort] as const))(
    '%s, where it was chosen, is the order again after the bin, and after the list',
    (sort) => {
      const through = (view: LessonsView, ...bins: (true | undefined)[]) =>
        bins.reduce((now, bin) => throughLink(patchView(now, { bin })), view);
      const [outside, inside] = [patchView({}, { sort }), patchView({ bin: true }, { sort })];
      expect(orderOf(through(outside, true, undefined))).toBe(orderOf(outside));
      expect(orderOf(through(inside, undefined, true))).toBe(orderOf(inside));
      // A saved view is the same one then.
      expect(queryOfView(through(outside, true, undefined))).toBe(queryOfView(outside));
    },
  );

  test('a repeated value counts once, and the order does not matter', () => {
    expect(readView(parseSearch('?outcome=failure&outcome=success&outcome=failure')).outcome).toEqual([
      'success',
      'failure',
    ]);
  });
});

describe('changing a view', () => {
  test('a lesson and the form of a new one are not open at once', () => {
    expect(patchView({ new: true }, { lesson: 'refl_1' })).toEqual({ lesson: 'refl_1' });
    expect(patchView({ lesson: 'refl_1' }, { new: true, lesson: undefined })).toEqual({ new: true });
    expect(readView(parseSearch('?new=1&lesson=refl_1'))).toEqual({ lesson: 'refl_1' });
    expect(isNarrowed({ new: true })).toBe(false);
  });

  test('undefined, empty text and empty list take a filter away', () => {
    expect(patchView(everything, { q: '', outcome: [], project: undefined })).not.toHaveProperty('q');
    expect(Object.keys(patchView({ q: 'x', tag: ['t'] }, { q: '', tag: [] }))).toEqual([]);
  });

  test('clearing keeps the place', () => {
    const place = patchView(everything, NO_FILTERS);
    expect(place).toEqual({ project: 'proj_1', bin: true, sort: 'oldest', lesson: 'refl_1' });
    expect(isNarrowed(everything)).toBe(true);
    expect(isNarrowed(place)).toBe(false);
  });

  test('the open lesson is no filter', () => {
    expect(toFilter({ lesson: 'refl_1' })).toEqual({});
    expect(toFilter(everything)).toEqual({
      projectId: 'proj_1',
      outcome: ['success', 'failure'],
      state: ['draft'],
      failureCategory: ['logic_error'],
      kind: ['lesson', 'note'],
      confidence: ['high', 'none'],
      feedback: ['unhelpful', 'harmful'],
      sessionId: ['sess_1'],
      agent: ['claude-code', 'codex'],
      source: ['person', 'importer:a b'],
      sourceId: IMPORT,
      month: ['2026-03', '2026-02'],
      tags: ['a,b', 'c&d=e'],
      pinned: true,
      deleted: 'only',
    });
  });
});

describe('searching', () => {
  test('no words, no search; one letter is the beginning of a word', () => {
    expect(toSearch({ q: 't' })).toBeNull();
    expect(toSearch({ q: '鍵' })).not.toBeNull();
    expect(toSearch({})).toBeNull();
    expect(toSearch({ q: '  ', outcome: ['failure'] })).toBeNull();
  });

  test('a search looks through what the list would show', () => {
    const { taskDescription, state, ...filter } = toSearch({ q: ' lock file ', project: 'proj_1' }) ?? {};
    expect(taskDescription).toBe('lock file');
    expect(state).not.toContain('rejected');
    expect(state).toContain('archived');
    expect(filter).toEqual({ projectId: 'proj_1' });
    expect(toSearch(everything)).toMatchObject({ ...toFilter(everything), state: ['draft'] });
  });

  test('hardly relevant ones are asked for on purpose only', () => {
    expect(toSearch({ q: 'xy' })).not.toHaveProperty('minRelevance');
    expect(toSearch({ q: 'xy', weak: true })?.minRelevance).toBeGreaterThan(0);
    expect(toSearch({ q: 'xy', weak: true })?.minRelevance).toBeLessThan(0.001);
  });

  test('words are no filter', () => {
    expect([
      isFiltered({ q: 'x', weak: true }),
      isFiltered({ q: 'x', bin: true }),
      isFiltered({ project: 'p' }),
    ]).toEqual([false, true, true]);
  });
});

describe('an id instead of words', () => {
  const id = 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV';

  test.each([
    id,
    ` ${id}\n`,
    id.toLowerCase(),
    `http://127.0.0.1:4000/#/lessons?project=proj_1&lesson=${id}`,
    `#/lessons?lesson=${id}`,
  ])('%j is the lesson', (q) => {
    expect(lessonMeant({ q })).toBe(id);
    expect(isId('reflection', lessonMeant({ q }) ?? '')).toBe(true);
    expect(toSearch({ q })).toBeNull();
  });

  test.each(['', 'refl_1', `${id}X`, `see ${id}`, 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV'])('%j is words', (q) => {
    expect(lessonMeant({ q })).toBeNull();
  });
});
