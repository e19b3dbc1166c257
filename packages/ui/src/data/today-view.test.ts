import { expect, test } from 'vitest';
import { readToday } from './today-view.ts';

test('a link of Today names a project, a draft, or nothing', () => {
  expect(readToday({ project: 'proj_1', draft: 'refl_1' })).toEqual({ project: 'proj_1', draft: 'refl_1' });
  expect(readToday({ draft: 3 })).toEqual({});
  expect(readToday({ project: 'proj_1', other: 'x' })).toEqual({ project: 'proj_1' });
  expect(readToday({ project: ['a', 'b'] })).toEqual({ project: 'a' });
  expect(readToday({ project: '' })).toEqual({});
  expect(readToday({ project: 3 })).toEqual({});
});

test('or what else waits for a decision, and where in it', () => {
  const pair = { waiting: 'suspects', at: 'refl_1~refl_2' } as const;
  expect(readToday(pair)).toEqual(pair);
  expect(readToday({ ...pair, draft: 'refl_3' })).toEqual(pair);
  expect(readToday({ waiting: 'elsewhere', at: 'x' })).toEqual({});
});

test('drafts by source and rule, which stay while another tab is shown', () => {
  const filtered = { source: ['person'], rule: ['rejection', 'fail_then_pass'] };
  expect(readToday({ ...filtered, draft: 'refl_1' })).toEqual({ ...filtered, draft: 'refl_1' });
  expect(readToday({ projects: ['a', 'b'], group: 'rule' })).toEqual({ projects: ['a', 'b'], group: 'rule' });
  expect(readToday({ project: 'a', projects: ['a', 'b'], group: 'project' })).toEqual({ project: 'a' });
  expect(readToday({ source: 'person' })).toEqual({ source: ['person'] });
  expect(readToday({ ...filtered, draft: 'x', waiting: 'harmful' })).toEqual({ ...filtered, waiting: 'harmful' });
  expect(readToday({ waiting: 'shown' })).toEqual({ waiting: 'shown' });
});
