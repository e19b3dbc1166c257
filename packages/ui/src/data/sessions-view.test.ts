import { expect, test } from 'vitest';
import { isSessionsNarrowed, patchSessions, queryOfSessions, readSessions, toEpisodeFilter } from './sessions-view.ts';

test('a link is read, and what is not understood is left out', () => {
  const link = {
    project: 'shop',
    outcome: ['failure', 'nonsense'],
    since: '2026-03-01',
    until: '2026-02-31',
    tab: 'all',
  };
  expect(readSessions(link)).toEqual({ project: 'shop', outcome: ['failure'], since: '2026-03-01' });
  expect(
    readSessions({ since: 'yesterday', until: '20260301', bin: '1', episode: 'epis_1', tab: 'decisions' }),
  ).toEqual({
    bin: true,
    episode: 'epis_1',
    tab: 'decisions',
  });
});

test('an item is one of its session: it goes with it, and is no part of a saved view', () => {
  const view = readSessions({ project: 'shop', episode: 'epis_1', item: 'e021' });
  expect(view).toEqual({ project: 'shop', episode: 'epis_1', item: 'e021' });
  expect(patchSessions(view, { tab: 'decisions' })).toEqual({ ...view, tab: 'decisions' });
  expect(patchSessions(view, { episode: 'epis_2' })).toEqual({ project: 'shop', episode: 'epis_2' });
  expect(queryOfSessions(view)).toBe('project=shop');
});

test('both days are included, and days are those of UTC', () => {
  expect(toEpisodeFilter({ since: '2026-03-01', until: '2026-03-01' })).toEqual({
    since: '2026-03-01T00:00:00.000Z',
    until: '2026-03-02T00:00:00.000Z',
  });
});

test('words are asked for without the space around them; nothing but space is no filter', () => {
  expect(toEpisodeFilter({ q: ' token ', bin: true, outcome: ['success'] })).toEqual({
    text: 'token',
    deleted: 'only',
    outcome: ['success'],
  });
  expect(toEpisodeFilter({ q: '  ' })).toEqual({});
});

test('a project, the bin and what is open narrow nothing', () => {
  expect(isSessionsNarrowed({ project: 'a', bin: true, episode: 'e', tab: 'record' })).toBe(false);
  expect(isSessionsNarrowed({ until: '2026-03-01' })).toBe(true);
});
