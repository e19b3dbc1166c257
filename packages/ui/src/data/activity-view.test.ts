import { describe, expect, it } from 'vitest';
import { namesWrites, readActivity, writesOf } from './activity-view.ts';

describe('a view of Activity', () => {
  it('comes back from its link, and leaves out what is not understood', () => {
    const view = {
      project: 'p',
      show: 'answers',
      by: 'agent',
      author: 'a',
      session: 's',
      since: '2026-01-01T00:00:00.000Z',
    };
    expect(readActivity(view)).toEqual(view);
    expect(readActivity({ by: 'robot', since: 'soon', show: 'all', project: '' })).toEqual({});
  });

  it('means the writes that it shows, and a project alone is not somebody', () => {
    const since = '2026-01-01T00:00:00.000Z';
    expect(writesOf({ by: 'agent', author: 'claude', since })).toEqual({
      authorKind: 'agent',
      authorName: 'claude',
      since,
    });
    expect(namesWrites({ project: 'p', show: 'answers' })).toBe(false);
    expect(namesWrites({ session: 's' })).toBe(true);
  });
});
