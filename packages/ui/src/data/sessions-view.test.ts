import { expect, test } from 'vitest';
import { isSessionsNarrowed, readSessions, toEpisodeFilter } from './sessions-view.ts';

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
